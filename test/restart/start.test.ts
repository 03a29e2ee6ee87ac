import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { until } from '../../src/local/until';
import { Stack } from '../support/stack';

let stack: Stack;
afterEach(() => stack.remove());

const taken = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

describe('npm start', () => {
  it('says where everything is, and leaves no process behind on Ctrl-C', async () => {
    stack = await new Stack().prepare();
    await stack.start();
    const ready = stack.output.split('\n').find((l) => l.startsWith('Ready:'));
    for (const part of ['API http', 'Temporal 127', 'Temporal UI http', 'PostgreSQL postgresql', 'cso-demo-secret', 'cso-demo-key'])
      expect(ready).toContain(part);
    const ui = /Temporal UI (\S+)/.exec(ready ?? '')?.[1] ?? '';
    expect((await fetch(ui)).status).toBe(200);
    expect(stack.processes().length).toBeGreaterThan(3);
    const { code } = await stack.ended('SIGINT');
    expect(code).toBe(0);
    expect(stack.processes()).toEqual([]);
  });

  it('leaves no process behind when it is killed itself', async () => {
    stack = await new Stack().prepare();
    await stack.start();
    await stack.ended('SIGKILL');
    await until('the keeper has ended the rest', 20_000, () => stack.processes().length === 0);
  });

  it('names all settings that are wrong, at once', async () => {
    stack = await new Stack().prepare({ FX_MARKUP_PERCENT: 'much', DATABASE_URL: 'mysql://x', PII_KEYS: 'nonsense', ENVIRONMENT: 'prod' });
    stack.spawn();
    const { code, output } = await stack.ended();
    expect(code).toBe(1);
    for (const name of ['FX_MARKUP_PERCENT', 'DATABASE_URL', 'PII_KEYS', 'ENVIRONMENT']) expect(output).toContain(name);
    expect(output).not.toContain('    at ');
  });

  it('refuses production on secrets of the sandbox, and names what production needs', async () => {
    stack = await new Stack().prepare({ ENVIRONMENT: 'production', SANDBOX_ENABLED: 'true' });
    stack.spawn();
    const { code, output } = await stack.ended();
    expect(code).toBe(1);
    const names = [
      'SERVICE_SECRET',
      'BANK_SIGNING_SECRET',
      'PARTNER_SIGNING_SECRET',
      'PII_KEYS',
      'DATABASE_URL',
      'TEMPORAL_ADDRESS',
      'SANDBOX_ENABLED',
    ];
    for (const name of names) expect(output).toContain(name);
  });

  it.each([
    'PORT',
    'POSTGRES_PORT',
    'TEMPORAL_PORT',
    'TEMPORAL_UI_PORT',
  ])('names %s when its port is taken, and leaves nothing behind', async (variable) => {
    const server = await taken();
    try {
      stack = await new Stack().prepare({ [variable]: String((server.address() as AddressInfo).port) });
      stack.spawn();
      const { code, output } = await stack.ended();
      expect(code).toBe(1);
      expect(output).toContain(`Set ${variable}`);
      expect(stack.processes()).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('says what was tried when no Temporal server is to be had, and leaves nothing behind', async () => {
    stack = await new Stack().prepare({ TEMPORAL_CLI_PATH: '/nowhere/temporal' });
    stack.spawn();
    const { code, output } = await stack.ended();
    expect(code).toBe(1);
    expect(output).toContain('TEMPORAL_CLI_PATH (/nowhere/temporal)');
    expect(output).toContain('TEMPORAL_ADDRESS');
    expect(stack.processes()).toEqual([]);
  });

  it('does not share its data with a second start', async () => {
    stack = await new Stack().prepare();
    await stack.start();
    const second = await new Stack().prepare({ DATA_DIR: stack.dataDir });
    second.spawn();
    const { code, output } = await second.ended();
    expect(code).toBe(1);
    expect(output).toContain('in use by another start');
    await second.remove();
    expect((await fetch(`${stack.baseUrl}/v1/health`)).status).toBe(200);
  });
});
