/** An operator's, a bank's and a partner's side of the HTTP interface: what the demo, the load driver and the tests talk through. */
import { randomUUID } from 'node:crypto';
import type { components } from '../src/gateway/generated/openapi';
import { signatureHeaders } from '../src/security/signature';
import { readSettings, type Settings } from '../src/settings';
import { SANDBOX_CLIENTS } from '../src/store/seed';

type Schemas = components['schemas'];
export type Order = Schemas['Order'];

/** An answer that was not 2xx. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    readonly body: unknown,
    call: string,
  ) {
    super(`${call}: ${status} ${code ?? ''} ${JSON.stringify(body)}`);
    this.name = 'CallError';
  }
}

export interface Credentials {
  client_id: string;
  client_secret: string;
}

export class Operator {
  #token?: string;

  constructor(
    readonly baseUrl: string,
    private readonly credentials: Credentials,
    private readonly secrets: { bank: string; partner: string },
  ) {}

  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.send<T>(method, path, body === undefined ? undefined : JSON.stringify(body), {
      authorization: `Bearer ${await this.token()}`,
      ...headers,
    });
  }

  async send<T>(method: string, path: string, body: string | undefined, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(this.baseUrl + path, { method, body, headers: { 'content-type': 'application/json', ...headers } });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return answer as T;
    throw new CallError(response.status, (answer as Schemas['Error'] | undefined)?.error?.code, answer, `${method} ${path}`);
  }

  async token(): Promise<string> {
    if (this.#token) return this.#token;
    const request = { grant_type: 'client_credentials', ...this.credentials };
    const { access_token } = await this.send<Schemas['TokenResponse']>('POST', '/v1/oauth/token', JSON.stringify(request));
    this.#token = access_token;
    return access_token;
  }

  create(order: Schemas['CreateOrder'], key: string = randomUUID()): Promise<Schemas['CreateOrderResponse']> {
    return this.call('POST', '/v1/orders', order, { 'idempotency-key': key });
  }

  get = (id: string): Promise<Order> => this.call('GET', `/v1/orders/${id}`);
  events = (id: string): Promise<Schemas['OrderEvent'][]> => this.call('GET', `/v1/orders/${id}/events`);
  list = (query = ''): Promise<Schemas['OrderList']> => this.call('GET', `/v1/orders${query}`);
  assign = (id: string): Promise<Order> => this.call('PATCH', `/v1/orders/${id}/assign`, {});
  requestDocs = (id: string, required_documents: string[]): Promise<Order> =>
    this.call('POST', `/v1/orders/${id}/request-docs`, { required_documents });
  attach = (id: string, document: Schemas['NewDocument']): Promise<Order> => this.call('POST', `/v1/orders/${id}/documents`, document);
  paymentDetails = (id: string): Promise<Order> => this.call('POST', `/v1/orders/${id}/payment-details`, {});
  complete = (id: string): Promise<Order> => this.call('POST', `/v1/orders/${id}/complete`, {});
  cancel = (id: string, reason: string): Promise<Order> => this.call('PATCH', `/v1/orders/${id}/cancel`, { reason });
  refund = (id: string, reason: string): Promise<Order> => this.call('POST', `/v1/orders/${id}/refund`, { reason });

  /** The bank reports rubles. */
  statement = (body: { uin: string; amount_rub: number; statement_ref?: string }): Promise<Order> =>
    this.callback('bank', '/v1/callbacks/bank/statement', body);

  /** The partner confirms the service. */
  confirm = (pa_order_id: string): Promise<Order> => this.callback('partner', '/v1/callbacks/partner/service-confirmed', { pa_order_id });

  callback<T = Order>(sender: 'bank' | 'partner', path: string, content: unknown): Promise<T> {
    const body = JSON.stringify(content);
    return this.send<T>('POST', path, body, { ...signatureHeaders(this.secrets[sender], body) });
  }
}

type SigningSecrets = Pick<Settings, 'BANK_SIGNING_SECRET' | 'PARTNER_SIGNING_SECRET'>;

/** An operator that every sandbox has; bank and partner sign as a service without settings expects, unless told otherwise. */
export function sandboxOperator(
  baseUrl: string,
  secrets: SigningSecrets = readSettings({}),
  credentials: Credentials = SANDBOX_CLIENTS[0],
): Operator {
  return new Operator(baseUrl, credentials, { bank: secrets.BANK_SIGNING_SECRET, partner: secrets.PARTNER_SIGNING_SECRET });
}
