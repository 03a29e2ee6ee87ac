import { createServer } from 'node:net';

/** A port that something else has: the message names the variable to change. */
export class PortTakenError extends Error {
  constructor(variable: string, port: number) {
    super(`Port ${port} is taken. Set ${variable} to another one, or to 0 for any free one.`);
    this.name = 'PortTakenError';
  }
}

/** The port itself where it is free, any free one for 0. @throws PortTakenError */
export function usablePort(variable: string, port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new PortTakenError(variable, port) : error));
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
