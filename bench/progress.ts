const EVERY_MS = 3000;

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Counts what is done and says it on stderr, a line every few seconds and one at the end. */
export function progress(what: string, total: number): () => void {
  let done = 0;
  let told = Date.now();
  return () => {
    done++;
    if (done < total && Date.now() - told < EVERY_MS) return;
    told = Date.now();
    say(`${what}: ${done} of ${total}`);
  };
}
