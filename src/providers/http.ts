import { request } from 'undici';
import { type Done, PROVIDER_TIMEOUT_MS, ProviderError, type Providers, type Rail } from './ports';

/**
 * Providers behind a bank adapter that speaks JSON over HTTP (docs/providers.md): `POST {base}/{rail}` with an Idempotency-Key sends,
 * `GET {base}/{rail}/{key}` finds. 4xx refuse, 429 asks for patience, 5xx and silence leave the outcome unknown.
 */
export const httpProviders = (baseUrl: string, apiKey: string): Providers => ({
  fx: new HttpRail(`${baseUrl}/fx-deals`, apiKey),
  payout: new HttpRail(`${baseUrl}/payouts`, apiKey),
  refund: new HttpRail(`${baseUrl}/refunds`, apiKey),
});

class HttpRail<Request, Receipt> implements Rail<Request, Receipt> {
  constructor(
    private readonly address: string,
    private readonly apiKey: string,
  ) {}

  async send(key: string, body: Request): Promise<Receipt> {
    const { status, answer } = await this.#call(
      'POST',
      this.address,
      { 'idempotency-key': key, 'content-type': 'application/json' },
      JSON.stringify(body),
    );
    if (status >= 400) throw new ProviderError('refused', `refused with ${status}: ${reasonIn(answer)}`);
    return answer as Receipt;
  }

  async find(key: string): Promise<Receipt | null> {
    const { status, answer } = await this.#call('GET', `${this.address}/${encodeURIComponent(key)}`, {});
    if (status === 404) return null;
    if (status >= 400) throw new ProviderError('unavailable', `look-up answered ${status}`);
    return answer as Receipt;
  }

  async list(since: Date): Promise<Done[]> {
    const { status, answer } = await this.#call('GET', `${this.address}?since=${encodeURIComponent(since.toISOString())}`, {});
    if (status >= 400) throw new ProviderError('unavailable', `the list answered ${status}`);
    return (answer as { items: Done[] }).items;
  }

  async #call(method: 'GET' | 'POST', address: string, headers: Record<string, string>, body?: string): Promise<{ status: number; answer: unknown }> {
    try {
      const response = await request(address, {
        method,
        body,
        headers: { ...headers, authorization: `Bearer ${this.apiKey}`, accept: 'application/json' },
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      });
      const text = await response.body.text();
      const status = response.statusCode;
      if (status === 429) throw new ProviderError('rate_limited', 'asked to wait', secondsIn(response.headers['retry-after']) * 1000);
      if (status >= 500) throw new ProviderError('unknown', `answered ${status}`);
      return { status, answer: text === '' ? {} : JSON.parse(text) };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') throw new ProviderError('unavailable', `not reached: ${code}`);
      throw new ProviderError('unknown', `no usable answer: ${(error as Error).name}`);
    }
  }
}

const secondsIn = (header: string | string[] | undefined): number => Math.min(600, Math.max(1, Number(header) || 5));

function reasonIn(answer: unknown): string {
  const reason = (answer as { message?: unknown } | null)?.message;
  return typeof reason === 'string' ? reason.slice(0, 200) : 'no reason given';
}
