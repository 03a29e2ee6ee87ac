import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONTRACT } from '../../src/gateway/routes/reference';
import { useService } from '../support/service';

const s = useService();
const get = (path: string): Promise<Response> => fetch(s.baseUrl + path);

it('serves the contract as JSON, to anybody', async () => {
  const response = await get('/v1/openapi.json');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual(parse(readFileSync(CONTRACT, 'utf8')));
});

describe.each(['/docs', '/reference'])('%s', (page) => {
  it('is a page whose every file comes from this host', async () => {
    const response = await get(page);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const named = [...(await response.text()).matchAll(/(?:src|href)="([^"]*)"/g)].map((m) => m[1] ?? '');
    expect(named.length).toBeGreaterThan(2);
    for (const file of named) {
      expect(file).toMatch(/^\/\w/);
      const asset = await get(file);
      await asset.arrayBuffer();
      expect([file, asset.status]).toEqual([file, 200]);
    }
  });

  it('lets the browser run and call nothing else', async () => {
    const policy = (await get(page)).headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]));
    expect([rules.get('default-src'), rules.get('script-src'), rules.get('connect-src')]).toEqual(["'none'", "'self'", "'self'"]);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });
});
