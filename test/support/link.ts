import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** A link to a server that can be cut, slowed and held up: connections are passed on, or broken and refused. */
export class Link {
  readonly #connections = new Set<Connection>();
  readonly #server: Server;
  #cut = false;
  #hold: Hold | undefined;
  /** Before what is sent goes on, in milliseconds. */
  delayMs = 0;

  constructor(host: string, port: number) {
    this.#server = createServer((near) => {
      if (this.#cut) return void near.destroy();
      const connection: Connection = new Connection(near, connect(port, host), (sent) => this.#patience(connection, sent));
      this.#connections.add(connection);
      connection.onEnd(() => this.#connections.delete(connection));
    });
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections break, and new ones do. */
  cut(): void {
    this.#cut = true;
    this.reset();
  }

  mend(): void {
    this.#cut = false;
  }

  /** Connections break; new ones are made. */
  reset(): void {
    for (const connection of this.#connections) connection.break();
  }

  /** Holds up every `nth` connection over which something is sent from now on. What was sent arrives when the answer is called, even if its sender has gone away. */
  hold(nth = 1): () => void {
    const isHeld = new Map<Connection, boolean>();
    return this.#holdWhere((connection) => {
      if (!isHeld.has(connection)) isHeld.set(connection, isHeld.size % nth === 0);
      return isHeld.get(connection) === true;
    });
  }

  /** Holds up one connection, as `hold` does: the first over which a client sends what `isIt`. */
  holdFirst(isIt: (sent: string) => boolean): () => void {
    let held: Connection | undefined;
    return this.#holdWhere((connection, sent) => {
      if (!held && sent && isIt(sent.toString())) held = connection;
      return held === connection;
    });
  }

  #holdWhere(isHeld: Hold['isHeld']): () => void {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = { isHeld, released };
    this.#hold = hold;
    return () => {
      if (this.#hold === hold) this.#hold = undefined;
      release();
    };
  }

  async #patience(connection: Connection, sent?: Buffer): Promise<void> {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const hold = this.#hold;
    if (hold?.isHeld(connection, sent)) await hold.released;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Hold {
  /** @param sent what the client has just sent, if it has */
  isHeld(connection: Connection, sent?: Buffer): boolean;
  released: Promise<void>;
}

class Connection {
  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    patience: (sent?: Buffer) => Promise<void>,
  ) {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(new Delay((chunk) => patience(from === near ? chunk : undefined))).pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => void patience().then(() => to.end()));
    }
  }

  onEnd(listener: () => void): void {
    this.far.once('close', listener);
  }

  break(): void {
    this.near.destroy();
    this.far.destroy();
  }
}

class Delay extends Transform {
  constructor(private readonly patience: (chunk: Buffer) => Promise<void>) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    void this.patience(chunk).then(() => done(null, chunk));
  }
}
