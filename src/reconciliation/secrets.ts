import type { SealedBox } from '../security/sealed-box';
import type { Database } from '../store/database';

const PAGE = 2_000;
/** Anything shorter is found everywhere by chance. */
const LEAST_LENGTH = 5;
/** Where any customer's is looked for, a first name alone is found by chance as well. */
const isTelling = (secret: string): boolean => secret.replace(/\D/g, '').length >= 7 || (secret.length >= 8 && /\s/.test(secret));
/** As it stands in JSON, and in JSON within JSON. */
const written = (secret: string): string[] => {
  const once = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, once, JSON.stringify(once).slice(1, -1)])];
};
const isDigit = (letter: string | undefined): boolean => letter !== undefined && letter >= '0' && letter <= '9';

/** Customers' names and phones, and where they are found. */
export class Secrets {
  readonly #own = new Map<string, string[]>();
  /** Those that tell somebody, by how they begin: with whose they are. */
  readonly #byStart = new Map<string, Map<string, string>>();

  /** Of all orders. */
  static async read(db: Database, box: SealedBox): Promise<Secrets> {
    const secrets = new Secrets();
    for (let after = ''; ; ) {
      const where = { paOrderId: { gt: after }, nameSealed: { not: null } };
      const select = { paOrderId: true, nameSealed: true, phoneSealed: true };
      const page = await db.orderIntake.findMany({ where, select, orderBy: { paOrderId: 'asc' }, take: PAGE });
      for (const { paOrderId, nameSealed, phoneSealed } of page) {
        const open = [nameSealed, phoneSealed].flatMap((sealed) => (sealed ? [box.open(sealed)] : []));
        secrets.#add(paOrderId, open);
      }
      after = page.at(-1)?.paOrderId ?? '';
      if (after === '') return secrets;
    }
  }

  /** The order whose secret a text holds. @param paOrderId whose text it is; of nobody's, or of an order without secrets, any order's is looked for */
  ownerIn(text: string, paOrderId: string | null): string | undefined {
    const own = this.#own.get(paOrderId ?? '');
    if (own) return own.some((secret) => text.includes(secret)) ? (paOrderId ?? undefined) : undefined;
    for (let at = 0; at + LEAST_LENGTH <= text.length; at++) {
      for (const [secret, owner] of this.#byStart.get(text.slice(at, at + LEAST_LENGTH)) ?? []) {
        if (text.startsWith(secret, at) && !isDigit(text[at - 1]) && !isDigit(text[at + secret.length])) return owner;
      }
    }
    return undefined;
  }

  #add(paOrderId: string, secrets: string[]): void {
    const long = secrets.filter(({ length }) => length >= LEAST_LENGTH);
    this.#own.set(paOrderId, long.flatMap(written));
    for (const secret of long.filter(isTelling).flatMap(written)) {
      const start = secret.slice(0, LEAST_LENGTH);
      this.#byStart.set(start, (this.#byStart.get(start) ?? new Map()).set(secret, paOrderId));
    }
  }
}
