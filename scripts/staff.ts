/** Who may sign in at the console: `npm run staff -- list`, `set <username> <admin|viewer>` (prints a new password), `remove <username>`. */
import { connectInstallation } from '../src/installation';
import { newToken } from '../src/security/identity';
import { loadEnvFile } from '../src/settings';
import type { Database } from '../src/store/database';
import { removeStaff, setStaff } from '../src/store/staff';
import { fail } from './fail';

const USAGE = `npm run staff -- list
npm run staff -- set <username> <admin|viewer>     makes somebody, or gives them a new password and role; their sessions end
npm run staff -- remove <username>`;

async function main([action = '', username = '', role = '']: string[]): Promise<void> {
  loadEnvFile();
  const isRight =
    action === 'list' || (/^[\w.@-]{1,64}$/.test(username) && (action === 'remove' || (action === 'set' && (role === 'admin' || role === 'viewer'))));
  if (!isRight) throw new Error(USAGE);
  const { db, close } = await connectInstallation();
  try {
    await act(db, action, username, role as 'admin' | 'viewer');
  } finally {
    await close();
  }
}

async function act(db: Database, action: string, username: string, role: 'admin' | 'viewer'): Promise<void> {
  if (action === 'list') {
    const staff = await db.staff.findMany({ orderBy: { username: 'asc' } });
    for (const member of staff) console.log(`${member.username.padEnd(24)} ${member.role.padEnd(8)} since ${member.createdAt.toISOString()}`);
  } else if (action === 'set') {
    const password = newToken();
    await setStaff(db, { username, role }, password);
    console.log(`${username} signs in as ${role} with the password ${password}`);
  } else if (!(await removeStaff(db, username))) {
    throw new Error(`There is no ${username}; list shows who there is.`);
  } else {
    console.log(`${username} is removed, and every session of theirs has ended.`);
  }
}

main(process.argv.slice(2)).then(() => process.exit(0), fail);
