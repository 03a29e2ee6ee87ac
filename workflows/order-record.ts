import { patched, upsertSearchAttributes, uuid4 } from '@temporalio/workflow';
import type { Commit, Verdict } from '../activities/types';
import { documentAdded, type EventContent, eventsOnTransition, type OutgoingEvent } from '../src/domain/events';
import { assertAllowed, isPaid, isTerminal, TRANSITIONS, type Trigger } from '../src/domain/lifecycle';
import type { Attention, JournalEntry, OrderDocument, OrderState, OrderTerms } from '../src/domain/order';
import { changingAttributes } from '../src/domain/search-attributes';
import { Deliveries } from './deliveries';
import { showDetails } from './details';
import type { OrderMemory } from './messages';
import { fromHistory, inTask } from './storage';
import { Turns } from './turns';

interface About {
  /** For the journal. */
  payload?: Record<string, unknown>;
  /** For the receivers of the status change. */
  told?: Record<string, unknown>;
}

export interface RefundRequest {
  actor: string;
  reason: string;
  approved_by?: string;
}

const HOUR_MS = 3_600_000;

/** An order as its workflow holds it: the state, and what has happened to it since the last commit. */
export class OrderRecord {
  readonly state: OrderState;
  readonly deliveries = new Deliveries();
  readonly #turns = new Turns();
  /** Resolves when the first copy is written. */
  readonly opened: Promise<void>;
  #markOpened: () => void = () => undefined;
  refundRequest?: RefundRequest;
  /** What staff have learned from the bank about a step whose outcome is not known. */
  verdict?: Verdict;
  /** Told when a refund is asked for, or a verdict given, while a money step is under way. */
  interrupt?: () => void;
  /** How often ops have asked for a parked step to be taken up again. */
  retriesAsked = 0;
  #seq = 0;
  /** All of them; those from `#committed` on are not written yet. */
  readonly #journal: JournalEntry[] = [];
  readonly #events: OutgoingEvent[] = [];
  #committed: { order?: OrderState; journal: number; events: number } = { journal: 0, events: 0 };
  /** Nobody is answered with what cannot be read yet. */
  #isWriting = false;
  #shown = '';
  readonly #createdBy: string;

  constructor({ actor, ttl_hours, ...terms }: OrderTerms) {
    this.#createdBy = actor;
    this.opened = new Promise((resolve) => {
      this.#markOpened = resolve;
    });
    const createdAt = now();
    const latest = new Date(Date.now() + ttl_hours * HOUR_MS).toISOString();
    this.state = {
      ...terms,
      status: TRANSITIONS.create.to,
      version: 0,
      documents: [],
      expires_at: earlier(latest, terms.deadline),
      created_at: createdAt,
      updated_at: createdAt,
    };
    this.#shown = JSON.stringify(changingAttributes(this.state));
  }

  /** What has been committed, for whoever has lost it. */
  get memory(): OrderMemory {
    const { order = this.state, journal, events } = this.#committed;
    return { order, journal: this.#journal.slice(0, journal), events: this.#events.slice(0, events) };
  }

  get isPaid(): boolean {
    return isPaid(this.state.status);
  }

  get isClosed(): boolean {
    return isTerminal(this.state.status);
  }

  /** The order's first record and copy. */
  async open(): Promise<void> {
    const { to, event } = TRANSITIONS.create;
    this.note(event, this.#createdBy, { scenario: this.state.scenario, expires_at: this.state.expires_at }, { status_to: to });
    await this.#commit(inTask);
    this.#markOpened();
    void this.#turns.serve();
  }

  /** One transition of the table: the new status, its journal record, the events it owes. @throws Refusal outside the table */
  move(trigger: Exclude<Trigger, 'create'>, actor: string, { payload, told = {} }: About = {}): void {
    const from = this.state.status;
    assertAllowed(trigger, from);
    const { to, event } = TRANSITIONS[trigger];
    this.state.status = to;
    this.note(event, actor, payload, { status_from: from, status_to: to });
    for (const content of eventsOnTransition(this.state, from, told)) this.#owe(content);
  }

  /** A journal record; of a fact without a transition unless statuses are given. */
  note(eventType: string, actor: string, payload?: Record<string, unknown>, statuses: Pick<JournalEntry, 'status_from' | 'status_to'> = {}): void {
    this.state.updated_at = now();
    this.#journal.push({
      event_id: uuid4(),
      seq: ++this.#seq,
      event_type: eventType,
      ...statuses,
      actor,
      payload,
      created_at: this.state.updated_at,
    });
  }

  addDocument(document: OrderDocument, tellOperator: boolean): void {
    this.state.documents.push(document);
    const { id, document_type, uploaded_by, sha256 } = document;
    this.note('order.document_added', uploaded_by, { document_id: id, document_type, sha256 });
    if (tellOperator) this.#owe(documentAdded(this.state, document));
  }

  /** Somebody of ours has to look: why, in words for a person, and for a program. Undefined when it is over. */
  flag(reason: string | undefined, about?: Attention): void {
    this.state.needs_attention = reason;
    this.state.attention = about;
  }

  /**
   * Everything that changes the order comes through here and has its turn: the work, then its commit. Never are two local activities under way at once:
   * a replay would not have to resolve them in the same order.
   */
  change(work: () => void | Promise<void>, answerWhen: () => boolean = () => true): Promise<void> {
    return this.#turns.take(
      async () => {
        await work();
        await this.#commit(this.#write);
      },
      () => answerWhen() && !this.#isWriting,
    );
  }

  /** Writes what has happened, in one transaction; then the events are owed, and sent without being waited for. */
  async #commit(write: (commit: Commit) => Promise<void>): Promise<void> {
    this.state.version++;
    const order = JSON.parse(JSON.stringify(this.state)) as OrderState;
    const journal = this.#journal.slice(this.#committed.journal);
    const events = this.#events.slice(this.#committed.events);
    this.#committed = { order, journal: this.#journal.length, events: this.#events.length };
    this.#show();
    await write({ order, journal, events });
    this.deliveries.add(events.map((e) => e.event_id));
  }

  #write = async (commit: Commit): Promise<void> => {
    if (!patched('what happens is written once it is in the history')) return inTask(commit);
    this.#isWriting = true;
    await fromHistory.project(commit);
    this.#isWriting = false;
  };

  #owe(content: EventContent): void {
    this.#events.push({ ...content, event_id: uuid4(), timestamp: now() });
  }

  #show(): void {
    showDetails(this);
    if (isPassing(this.state)) return;
    const attributes = changingAttributes(this.state);
    const text = JSON.stringify(attributes);
    if (text === this.#shown) return;
    this.#shown = text;
    upsertSearchAttributes(attributes);
  }
}

/** On its way between two statuses that follow by themselves within moments: search attributes show where it rests, or that it is stuck. */
const isPassing = ({ status, needs_attention }: OrderState): boolean =>
  (status === 'CLIENT_PAID' || status === 'FX_EXECUTED') && needs_attention === undefined;

export const now = (): string => new Date().toISOString();

export const earlier = (a: string, b: string): string => (new Date(a) < new Date(b) ? a : b);
