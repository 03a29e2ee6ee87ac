import type { Database } from './database';

export interface StorageState {
  version: string;
  size_bytes: number;
  connections: number;
  migrations: { name: string; applied_at: string }[];
}

/** What the database says of itself. */
export async function storageState(db: Database): Promise<StorageState> {
  const [[about], migrations] = await Promise.all([
    db.$queryRaw<{ version: string; size: bigint; connections: number }[]>`
      SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size,
             (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
    db.$queryRaw<{ name: string; at: Date }[]>`
      SELECT migration_name AS name, finished_at AS at FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name`,
  ]);
  if (!about) throw new Error('the database says nothing of itself');
  return {
    version: about.version,
    size_bytes: Number(about.size),
    connections: about.connections,
    migrations: migrations.map(({ name, at }) => ({ name, applied_at: at.toISOString() })),
  };
}
