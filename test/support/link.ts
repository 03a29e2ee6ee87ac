import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** A link to a server that can be cut, slowed and held up: connections are passed on, or broken and refused. */
export class Link {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #cut = false;
  /** Before what is sent goes on, in milliseconds. */
  delayMs = 0;
  #held: Promise<void> | undefined;

  constructor(host: string, port: number) {
    this.#server = createServer((near) => {
      if (this.#cut) return void near.destroy();
      const far = connect(port, host);
      this.#pass(near, far);
      this.#pass(far, near);
    });
  }

  /** What was sent before its sender went away still arrives, as in a network. */
  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.pipe(new Delay(() => this.#patience())).pipe(to);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      if (!this.#held && this.delayMs === 0) to.destroy();
    });
  }

  async #patience(): Promise<void> {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    await this.#held;
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
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Holds up what is sent until the answer is called; then all of it arrives. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.#held = new Promise((resolve) => {
      release = () => {
        this.#held = undefined;
        resolve();
      };
    });
    return release;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

class Delay extends Transform {
  constructor(private readonly patience: () => Promise<void>) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    void this.patience().then(() => done(null, chunk));
  }
}
