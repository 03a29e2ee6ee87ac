import { condition } from '@temporalio/workflow';

interface Turn {
  work: () => Promise<void>;
  /** What the answer waits for once the work is done; the next turn does not. */
  answerWhen: () => boolean;
  answer: () => void;
  refuse: (error: unknown) => void;
}

/**
 * One command at a time: handlers queue here, and the order takes them up in its own scope, which no cancellation reaches. Promises are few on purpose:
 * the SDK records a stack for each.
 */
export class Turns {
  readonly #waiting: Turn[] = [];

  /** Resolves when the work has had its turn and its answer is due. @throws what the work throws */
  take(work: () => Promise<void>, answerWhen: () => boolean): Promise<void> {
    return new Promise((answer, refuse) => {
      this.#waiting.push({ work, answerWhen, answer, refuse });
    });
  }

  /** Takes turns for as long as the workflow lives. */
  async serve(): Promise<never> {
    for (;;) {
      await condition(() => this.#waiting.length > 0);
      for (let turn = this.#waiting.shift(); turn; turn = this.#waiting.shift()) {
        try {
          await turn.work();
          answer(turn);
        } catch (error) {
          turn.refuse(error);
        }
      }
    }
  }
}

function answer(turn: Turn): void {
  if (turn.answerWhen()) turn.answer();
  else void condition(turn.answerWhen).then(turn.answer);
}
