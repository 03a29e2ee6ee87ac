import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Done } from '../../src/providers/ports';
import type { Violation } from '../../src/reconciliation/violation';
import type { Chance } from './chance';
import type { Tally } from './tally';

interface Entry extends Done {
  rail: string;
  receipt: object;
}

/** What the bank does with a request, by weight. From the fourth try of a key on it works. */
const TROUBLES = { works: 60, 'fails before': 10, 'answer lost': 14, 'done, then stalls': 4, 'stalls before': 3, 'asks for patience': 5, refuses: 4 };
const TRIES_IN_TROUBLE = 3;
/** Longer than the service waits. */
const STALL_MS = 9_500;
/**
 * How many of those that stall before are under way and done after all: so long after they were asked for again, however late that was; and how many of
 * them are refused then.
 */
const LATE = { share: 0.6, leastMs: 1_500, mostMs: 8_000, refused: 0.5 };
/** How many withdrawals lose their first answer. */
const WITHDRAWALS_LOST = 0.3;

/**
 * A bank adapter as docs/providers.md asks for, outside of everything that is killed: FX desk, payouts and refunds, with trouble by the seed. Its book is
 * what really happened.
 */
export class Bank {
  readonly book = new Map<string, Entry>();
  /** What was asked for under each key. */
  readonly asked = new Map<string, { rail: string; terms: object }>();
  readonly violations: Violation[] = [];
  readonly #tries = new Map<string, number>();
  /** Keys whose withdrawal was asked for, and those that were not done by then. */
  readonly #askedFor = new Set<string>();
  readonly #withdrawn = new Set<string>();
  /** What will be done late, by its key. */
  readonly #underWay = new Map<string, () => void>();
  readonly #server: Server;
  /** No more trouble. */
  isCalm = false;

  constructor(
    private readonly chance: Chance,
    private readonly tally: Tally,
  ) {
    this.#server = createServer((req, res) => void this.#answer(req, res).catch(() => res.destroy()));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '', 'http://bank');
    const [, rail = '', key] = url.pathname.split('/').map(decodeURIComponent);
    const reply = (status: number, body: object, headers = {}): void => void res.writeHead(status, headers).end(JSON.stringify(body));
    if (req.method === 'GET' && key === undefined) return reply(200, { items: this.#since(rail, url.searchParams.get('since') ?? '') });
    if (req.method === 'GET') {
      const entry = this.book.get(key ?? '');
      return entry ? reply(200, entry.receipt) : reply(404, { message: 'nothing under this key' });
    }
    if (req.method === 'DELETE') return this.#withdraw(key ?? '', res, reply);
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const asked = String(req.headers['idempotency-key']);
    if (!this.#hasSameTerms(asked, rail, body)) return reply(422, { message: 'other terms than before' });
    if (this.#withdrawn.has(asked)) return reply(422, { message: 'withdrawn' });
    if (this.#underWay.has(asked)) {
      this.#finishLate(asked);
      return reply(this.#isRefusedMeanwhile(asked) ? 422 : 409, { message: 'being worked on' });
    }
    const trouble = this.#troubleFor(asked);
    if (trouble !== 'works') this.tally.add(`bank: ${trouble}`);
    switch (trouble) {
      case 'fails before':
        return reply(503, { message: 'not now' });
      case 'asks for patience':
        return reply(429, { message: 'slower' }, { 'retry-after': '1' });
      case 'refuses':
        return reply(422, { message: 'refused for good' });
      case 'stalls before':
        if (this.chance.of('late', asked) < LATE.share) this.#underWay.set(asked, () => this.#do(rail, asked, body));
        return void setTimeout(() => res.destroy(), STALL_MS).unref();
      case 'answer lost':
        this.#do(rail, asked, body);
        return void res.destroy();
      case 'done, then stalls':
        this.#do(rail, asked, body);
        return void setTimeout(() => res.destroy(), STALL_MS).unref();
      default:
        return reply(200, this.#do(rail, asked, body));
    }
  }

  #withdraw(key: string, res: ServerResponse, reply: (status: number, body: object) => void): void {
    const isFirst = !this.#askedFor.has(key);
    this.#askedFor.add(key);
    const entry = this.book.get(key);
    if (!entry) this.#withdrawn.add(key);
    this.#finishLate(key);
    if (isFirst && !this.isCalm && this.chance.of('withdrawal', key) < WITHDRAWALS_LOST) {
      this.tally.add('bank: withdrawal, answer lost');
      return void res.destroy();
    }
    if (entry) reply(200, entry.receipt);
    else res.writeHead(204).end();
  }

  /** Unless it is withdrawn meanwhile. */
  #finishLate(key: string): void {
    const work = this.#underWay.get(key);
    if (!work) return;
    const deed = (): void => {
      if (!this.#underWay.delete(key)) return;
      this.tally.add(this.#withdrawn.has(key) ? 'bank: too late, withdrawn' : 'bank: done late');
      if (!this.#withdrawn.has(key)) work();
    };
    setTimeout(deed, this.chance.between(LATE.leastMs, LATE.mostMs, 'how late', key)).unref();
  }

  /** What a key stands for never changes. */
  #hasSameTerms(key: string, rail: string, body: string): boolean {
    const terms = JSON.parse(body) as object;
    const before = this.asked.get(key);
    if (!before) this.asked.set(key, { rail, terms });
    if (!before || isDeepStrictEqual(before, { rail, terms })) return true;
    this.violations.push({ invariant: 'a key has one meaning', subject: key, detail: `${JSON.stringify(before.terms)}, then ${body}` });
    return false;
  }

  #isRefusedMeanwhile = (key: string): boolean => this.chance.of('meanwhile', key) < LATE.refused;

  #troubleFor(key: string): keyof typeof TROUBLES {
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    return this.isCalm || tries > TRIES_IN_TROUBLE ? 'works' : this.chance.pick(TROUBLES, 'bank', key, tries);
  }

  #since = (rail: string, since: string): Done[] => [...this.book.values()].filter((e) => e.rail === rail && e.done_at >= since);

  #do(rail: string, key: string, body: string): object {
    const known = this.book.get(key);
    if (known) return known.receipt;
    const reference = createHash('sha256').update(key).digest('hex').slice(0, 12).toUpperCase();
    const done_at = new Date().toISOString();
    const card = body.includes('"card"') ? { auth_code: '123456' } : {};
    const receipt = {
      reference,
      ...(rail === 'fx-deals' ? { executed_at: done_at } : {}),
      ...(rail === 'payouts' ? { fee: '0.00', value_date: done_at.slice(0, 10), ...card } : {}),
    };
    this.book.set(key, { rail, key, reference, done_at, receipt });
    return receipt;
  }
}
