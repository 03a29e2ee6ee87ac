import { request } from 'undici';
import type { z } from 'zod';
import { type Done, PROVIDER_TIMEOUT_MS, ProviderError, type Providers, type Rail } from './ports';
import { list, receipts, understood } from './receipts';

/**
 * Providers behind a bank adapter that speaks JSON over HTTP (docs/providers.md): `POST {base}/{rail}` with an Idempotency-Key sends,
 * `GET {base}/{rail}/{key}` finds, `DELETE {base}/{rail}/{key}` withdraws.
 */
export const httpProviders = (baseUrl: string, apiKey: string): Providers => ({
  fx: new HttpRail(`${baseUrl}/fx-deals`, apiKey, receipts.fx),
  payout: new HttpRail(`${baseUrl}/payouts`, apiKey, receipts.payout),
  refund: new HttpRail(`${baseUrl}/refunds`, apiKey, receipts.refund),
});

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  address: string;
  headers?: Record<string, string>;
  body?: string;
  until?: AbortSignal;
}

interface Answer {
  status: number;
  text: string;
}

/** 4xx that say nothing about the outcome: timed out, being worked on, locked, too early. */
const OPEN_STATUSES = [408, 409, 423, 425];

class HttpRail<Request, Receipt> implements Rail<Request, Receipt> {
  constructor(
    private readonly address: string,
    private readonly apiKey: string,
    private readonly receipt: z.ZodType<Receipt>,
  ) {}

  async send(key: string, request: Request, until?: AbortSignal): Promise<Receipt> {
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const answer = await this.#call({ method: 'POST', address: this.address, headers, body: JSON.stringify(request), until });
    const { status, text } = answer;
    if (status >= 400 && !OPEN_STATUSES.includes(status)) throw new ProviderError('refused', `refused with ${status}: ${reasonIn(text)}`);
    if (!isSuccess(answer)) throw new ProviderError('unknown', `answered ${status}: ${reasonIn(text)}`);
    return this.#receiptIn(answer);
  }

  async find(key: string, until?: AbortSignal): Promise<Receipt | null> {
    const answer = await this.#call({ method: 'GET', address: this.#at(key), until });
    if (answer.status === 404) return null;
    if (!isSuccess(answer)) throw new ProviderError('unavailable', `the look-up answered ${answer.status}`);
    return this.#receiptIn(answer);
  }

  async withdraw(key: string, until?: AbortSignal): Promise<Receipt | null> {
    const answer = await this.#call({ method: 'DELETE', address: this.#at(key), until });
    if (answer.status === 204) return null;
    if (!isSuccess(answer))
      throw new ProviderError('unavailable', `the withdrawal answered ${answer.status}: ${reasonIn(answer.text)}`, undefined, 'not_yet');
    return this.#receiptIn(answer);
  }

  async list(since: Date): Promise<Done[]> {
    const answer = await this.#call({ method: 'GET', address: `${this.address}?since=${encodeURIComponent(since.toISOString())}` });
    if (!isSuccess(answer)) throw new ProviderError('unavailable', `the list answered ${answer.status}`);
    return understood('the list', list, jsonIn(answer.text)).items;
  }

  #receiptIn = ({ text }: Answer): Receipt => understood('the receipt', this.receipt, jsonIn(text));
  #at = (key: string): string => `${this.address}/${encodeURIComponent(key)}`;

  async #call({ method, address, headers, body, until }: Call): Promise<Answer> {
    const silence = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    try {
      const response = await request(address, {
        method,
        body,
        headers: { ...headers, authorization: `Bearer ${this.apiKey}`, accept: 'application/json' },
        signal: until ? AbortSignal.any([silence, until]) : silence,
      });
      const text = await response.body.text();
      const status = response.statusCode;
      if (status === 429) throw new ProviderError('rate_limited', 'asked to wait', secondsIn(response.headers['retry-after']) * 1000, 'not_yet');
      if (status >= 500) throw new ProviderError('unknown', `answered ${status}`);
      return { status, text };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') throw new ProviderError('unavailable', `not reached: ${code}`);
      throw new ProviderError('unknown', `no usable answer: ${(error as Error).name}`);
    }
  }
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const secondsIn = (header: string | string[] | undefined): number => Math.min(600, Math.max(1, Number(header) || 5));

function reasonIn(text: string): string {
  const reason = (jsonIn(text) as { message?: unknown } | null)?.message;
  return typeof reason === 'string' ? reason.slice(0, 200) : 'no reason given';
}
