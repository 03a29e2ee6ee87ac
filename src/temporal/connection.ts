import { readFileSync } from 'node:fs';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Settings } from '../settings';

type TemporalSettings = Pick<Settings, 'TEMPORAL_API_KEY' | 'TEMPORAL_NAMESPACE' | 'TEMPORAL_TLS_CA' | 'TEMPORAL_TLS_CERT' | 'TEMPORAL_TLS_KEY'>;

/** A connection for worker and client both. Certificates are given as paths of PEM files; an API key implies TLS. */
export function connectTemporal(address: string, s: TemporalSettings): Promise<NativeConnection> {
  const pem = (path: string | undefined): Buffer | undefined => (path ? readFileSync(path) : undefined);
  const [ca, crt, key] = [s.TEMPORAL_TLS_CA, s.TEMPORAL_TLS_CERT, s.TEMPORAL_TLS_KEY].map(pem);
  const withTls = ca || crt || s.TEMPORAL_API_KEY;
  return NativeConnection.connect({
    address,
    apiKey: s.TEMPORAL_API_KEY,
    ...(withTls ? { tls: { serverRootCACertificate: ca, clientCertPair: crt && key ? { crt, key } : undefined } } : {}),
  });
}

export const temporalClient = (connection: NativeConnection, namespace: string): Client => new Client({ connection, namespace });
