import { createLogger, format, type Logger, transports } from 'winston';

export type Log = Logger;

/** One line of JSON an entry in production, one of text in the sandbox. Callers log ids and codes, never bodies. */
export function createLog(level: string, environment: 'sandbox' | 'production'): Log {
  const text = format.printf(({ timestamp, level, message, ...rest }) => {
    const fields = Object.entries(rest).map(([k, v]) => `${k}=${typeof v === 'object' ? JSON.stringify(v) : String(v)}`);
    return `${String(timestamp).slice(11, 23)} ${level.padEnd(5)} ${String(message)} ${fields.join(' ')}`.trimEnd();
  });
  return createLogger({
    level,
    format: format.combine(format.timestamp(), format.errors({ stack: true }), environment === 'production' ? format.json() : text),
    transports: [new transports.Console({ stderrLevels: ['error', 'warn'] })],
  });
}
