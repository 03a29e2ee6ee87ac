import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { KeeperMessage, KeeperOptions, Kept } from './keeper';

export interface Keeper extends Kept {
  /** Ends the embedded parts; resolves when they are gone. */
  stop(): Promise<void>;
}

/** Starts the embedded parts in a process that outlives no one. @throws Error with what failed, after all of it is gone again */
export async function keep(options: KeeperOptions, progress: (line: string) => void): Promise<Keeper> {
  const child = fork(join(__dirname, 'keeper.ts'), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await ended(child);
  };
  try {
    return { ...(await ready(child, progress)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function ready(child: ChildProcess, progress: (line: string) => void): Promise<Kept> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: KeeperMessage) => {
      if (message.type === 'progress') progress(message.line);
      if (message.type === 'ready') resolve(message.kept);
      if (message.type === 'failed') reject(new Error(message.message));
    });
    child.once('exit', (code) => reject(new Error(`the keeper of the embedded parts ended with ${code}`)));
    child.once('error', reject);
  });
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
