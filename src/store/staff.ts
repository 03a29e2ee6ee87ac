import { hashPassword, isPassword } from '../security/passwords';
import type { Database } from './database';

export type Role = 'admin' | 'viewer';

export interface StaffMember {
  username: string;
  role: Role;
}

/** Whose password this is; undefined when it is nobody's. It takes as long for a name that does not exist. */
export async function findByPassword(
  db: Database,
  username: string,
  password: string,
): Promise<(StaffMember & { passwordHash: string }) | undefined> {
  const found = await db.staff.findUnique({ where: { username } });
  return (await isPassword(password, found?.passwordHash)) && found ? { ...found, role: found.role as Role } : undefined;
}

/**
 * Opens a session of whoever has this password still. The member is held meanwhile, so that no session outlives a new password or a removal at the same
 * moment. @returns false when the password is another one by now
 */
export async function openSession(
  db: Database,
  tokenHash: string,
  { username, passwordHash }: { username: string; passwordHash: string },
  expiresAt: Date,
): Promise<boolean> {
  const [, opened] = await db.$transaction([
    db.staffSession.deleteMany({ where: { expiresAt: { lt: new Date() } } }),
    db.$executeRaw`
      WITH member AS (SELECT username FROM staff WHERE username = ${username} AND password_hash = ${passwordHash} FOR SHARE)
      INSERT INTO staff_sessions (token_hash, username, expires_at) SELECT ${tokenHash}, username, ${expiresAt}::timestamptz FROM member`,
  ]);
  return opened === 1;
}

export const endSession = (db: Database, tokenHash: string): Promise<unknown> => db.staffSession.deleteMany({ where: { tokenHash } });

/** Who is signed in with this token now. */
export async function findBySession(db: Database, tokenHash: string): Promise<StaffMember | undefined> {
  const [found] = await db.$queryRaw<StaffMember[]>`
    SELECT s.username, s.role FROM staff_sessions JOIN staff s USING (username) WHERE token_hash = ${tokenHash} AND expires_at > now()`;
  return found;
}

/** Makes somebody, or gives them another password or role; their sessions end. */
export async function setStaff(db: Database, { username, role }: StaffMember, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.$transaction([
    db.staff.upsert({ where: { username }, create: { username, role, passwordHash }, update: { role, passwordHash } }),
    db.staffSession.deleteMany({ where: { username } }),
  ]);
}

/** @returns false when there is nobody of that name */
export async function removeStaff(db: Database, username: string): Promise<boolean> {
  const [{ count }] = await db.$transaction([db.staff.deleteMany({ where: { username } }), db.staffSession.deleteMany({ where: { username } })]);
  return count > 0;
}

/** Who there is; what is already so stays as it is. */
export async function ensureStaff(db: Database, member: StaffMember, password: string): Promise<void> {
  const found = await db.staff.findUnique({ where: { username: member.username } });
  if (found?.role === member.role && (await isPassword(password, found.passwordHash))) return;
  await setStaff(db, member, password);
}
