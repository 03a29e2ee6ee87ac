/** What goes on beside a run until it is told to end. */
export abstract class Ongoing {
  protected isOver = false;
  #done: Promise<void> = Promise.resolve();
  #fail: (why: Error) => void = () => undefined;
  /** Rejects when it cannot go on. */
  readonly failed = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  begin(): void {
    this.failed.catch(() => undefined); // whoever waits for it is told; nobody has to
    this.#done = this.run().catch(this.#fail);
  }

  /** Resolves when what it was doing is done. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.#done;
  }

  /** Goes on while `isOver` is false. */
  protected abstract run(): Promise<void>;
}
