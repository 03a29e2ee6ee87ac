import { createConnection } from 'node:net';
import type { Client } from '@temporalio/client';
import { readSettings, type Settings } from './settings';
import { type Database, openDatabase } from './store/database';
import { connectTemporal, temporalClient } from './temporal/connection';

/** A running installation, reached from a command beside it. */
export interface Installation {
  settings: Settings;
  db: Database;
  client: Client;
  close(): Promise<void>;
}

/** Connects to what DATABASE_URL and TEMPORAL_ADDRESS name, or to the embedded parts of a service that runs on this machine. @throws Error that says what does not answer */
export async function connectInstallation(settings = readSettings(), statementS?: number): Promise<Installation> {
  const databaseUrl = settings.DATABASE_URL ?? `postgresql://payment_agent@127.0.0.1:${settings.POSTGRES_PORT}/payment_agent`;
  const temporalAddress = settings.TEMPORAL_ADDRESS ?? `127.0.0.1:${settings.TEMPORAL_PORT}`;
  if (!settings.DATABASE_URL) await assertAnswers('PostgreSQL', settings.POSTGRES_PORT);
  if (!settings.TEMPORAL_ADDRESS) await assertAnswers('Temporal', settings.TEMPORAL_PORT);
  const db = openDatabase(databaseUrl, 4, statementS);
  const connection = await connectTemporal(temporalAddress, settings);
  const client = temporalClient(connection, settings.TEMPORAL_NAMESPACE);
  return { settings, db, client, close: () => Promise.all([connection.close(), db.$disconnect()]).then(() => undefined) };
}

function assertAnswers(what: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(void socket.destroy()));
    socket.once('error', () =>
      reject(
        new Error(
          `No ${what} answers on port ${port}. Start the service (npm start), or name another installation in DATABASE_URL and TEMPORAL_ADDRESS.`,
        ),
      ),
    );
  });
}
