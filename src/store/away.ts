/** What of an error tells that the database is not there: Prisma's codes, Node's, and PostgreSQL's classes 08 (connection), 53 (resources) and 57 (shutdown). */
const CODES = /^(P1001|P1002|P1008|P1017|P2024|P2028|P2037|ECONN[A-Z]+|ETIMEDOUT|EPIPE|08\w{3}|53\w{3}|57\w{3})$/;
const MESSAGES =
  /Connection terminated|and is not queryable|timeout exceeded when trying to connect|Query read timeout|Server has closed the connection|Can't reach database|ECONNREFUSED|ECONNRESET|statement timeout|terminating connection|the database system is|Code: `(08|53|57)\w{3}`/;

interface Told {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  originalMessage?: unknown;
  cause?: unknown;
}

/** The database did not answer, or not in time; what was asked of it may have been done. */
export function isStorageAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, message, originalMessage, cause } = error as Told;
  return (
    [code, originalCode].some((c) => typeof c === 'string' && CODES.test(c)) ||
    [message, originalMessage].some((m) => typeof m === 'string' && MESSAGES.test(m)) ||
    isStorageAway(cause)
  );
}
