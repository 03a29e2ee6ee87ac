/** What goes on beside a run until it is told to end. */
export abstract class Ongoing {
  protected isOver = false;
  #done: Promise<void> = Promise.resolve();

  begin(): void {
    this.#done = this.run();
  }

  /** Resolves when what it was doing is done. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.#done;
  }

  /** Goes on while `isOver` is false. */
  protected abstract run(): Promise<void>;
}
