import { CallError } from '../../scripts/operator';
import type { components } from '../../src/gateway/generated/openapi';

type Schemas = components['schemas'];

/** Somebody of operations staff, signed in. */
export class Staff {
  constructor(
    private readonly baseUrl: string,
    readonly token: string,
  ) {}

  /** @throws CallError when the answer is not 2xx */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.baseUrl}/v1/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return answer as T;
    throw new CallError(response.status, (answer as Schemas['Error']).error.code, answer, `${method} ${path}`);
  }

  get = <T>(path: string): Promise<T> => this.call('GET', path);
  post = <T>(path: string, body?: unknown): Promise<T> => this.call('POST', path, body);
  patch = <T>(path: string, body: unknown): Promise<T> => this.call('PATCH', path, body);
}

/** Signs in as somebody whom every sandbox has, or who has such a password. @throws CallError */
export async function signIn(baseUrl: string, username = 'admin', password = `${username}-demo`): Promise<Staff> {
  const { access_token } = await new Staff(baseUrl, '').post<Schemas['Session']>('/auth/login', { username, password });
  return new Staff(baseUrl, access_token);
}
