import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's least parameters (19 MiB, two passes): 40 ms of a core a guess. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID);

/** What a name that does not exist is compared with, so that it takes as long as one that does. */
const NOBODY = hashPassword('nobody has this password');
NOBODY.catch(() => undefined);

/** Whether this is the password. Without a hash it takes as long, and is not. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password);
  return matches && passwordHash !== undefined;
}
