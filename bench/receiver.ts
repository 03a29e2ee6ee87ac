import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  url: string;
  /** Webhooks that have come so far. */
  received(): number;
}

/** Takes every webhook with 200; its signature is not looked at, since that would be the driver's CPU and not the service's. */
export function startReceiver(): Promise<Receiver> {
  let received = 0;
  const server = createServer((req, res) => {
    received++;
    req.resume().on('end', () => res.end('{}'));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received: () => received });
    });
  });
}
