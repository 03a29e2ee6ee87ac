import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A link to a server that can be cut and mended: connections are passed on, or broken and refused. */
export class CuttableLink {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #cut = false;

  constructor(host: string, port: number) {
    this.#server = createServer((near) => {
      if (this.#cut) return void near.destroy();
      const far = connect(port, host);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
