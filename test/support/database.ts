import { randomUUID } from 'node:crypto';
import { createDatabase } from '../../src/local/postgres';

export const environment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by the global set-up; run the tests with npm test`);
  return value;
};

/** A database of its own for a test file, as a sandbox begins. */
export async function testDatabase(): Promise<string> {
  const template = new URL(environment('TEST_DATABASE_URL'));
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(admin.href, name, template.pathname.slice(1));
  const own = new URL(template);
  own.pathname = `/${name}`;
  return own.href;
}
