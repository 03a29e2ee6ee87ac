import type { Violation } from '../../src/reconciliation/violation';
import type { Database } from '../../src/store/database';

/** Has the database note each copy that goes back to an earlier version, however soon a later write hides it again. */
export async function watchCopies(db: Database): Promise<void> {
  await db.$executeRaw`CREATE TABLE gone_back (pa_order_id text, newer int, older int)`;
  await db.$executeRaw`
    CREATE FUNCTION note_gone_back() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO gone_back VALUES (NEW.pa_order_id, OLD.version, NEW.version); RETURN NULL; END'`;
  await db.$executeRaw`
    CREATE TRIGGER gone_back AFTER UPDATE ON orders FOR EACH ROW WHEN (NEW.version < OLD.version) EXECUTE FUNCTION note_gone_back()`;
}

export async function copiesGoneBack(db: Database): Promise<Violation[]> {
  const rows = await db.$queryRaw<{ pa_order_id: string; newer: number; older: number }[]>`SELECT * FROM gone_back`;
  return rows.map(({ pa_order_id, newer, older }) => ({
    invariant: 'a copy never goes back',
    subject: pa_order_id,
    detail: `version ${older} after version ${newer}`,
  }));
}
