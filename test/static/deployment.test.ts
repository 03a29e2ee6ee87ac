import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { TUNED_DYNAMIC_CONFIG } from '../../src/local/temporal';
import { SETTING_NAMES } from '../../src/settings';
import { SHUTDOWN_FORCE_S } from '../../src/temporal/workers';

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
  stop_grace_period?: string;
}

const ROOT = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const services = Object.entries(compose.services);
const roles = services.filter(([, s]) => s.build === '.');

it('.env.example names every setting, and no other', () => {
  const named = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map((m) => m[1]);
  expect(named.sort()).toEqual([...SETTING_NAMES].sort());
});

describe('docker-compose.yml', () => {
  it('runs the roles that main.ts has, with settings that exist', () => {
    expect(roles.map(([, s]) => s.command?.[0]).sort()).toEqual(['gateway', 'worker']);
    for (const [, { environment = {} }] of roles) for (const name of Object.keys(environment)) expect(SETTING_NAMES).toContain(name);
  });

  it.each(services)('%s: a health check, dependencies that exist and are healthy, volumes that are declared', (_name, service) => {
    expect(service.healthcheck?.test.length).toBeGreaterThan(0);
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(compose.services[needed]?.healthcheck).toBeDefined();
      expect(condition).toBe('service_healthy');
    }
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('.') ? existsSync(join(ROOT, source)) : source in compose.volumes).toBe(true);
    }
  });

  it('pins every image, and publishes ports on this machine only', () => {
    for (const [, { image, ports = [] }] of services) {
      if (image) expect(image).toMatch(/:\d+\.\d+/);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('gives the service longer to stop than its workers need', () => {
    for (const [, { stop_grace_period = '' }] of roles) expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(SHUTDOWN_FORCE_S);
  });

  it('tunes Temporal as npm start does', () => {
    const config = parse(read('deploy/temporal-dynamic-config.yaml')) as Record<string, { value: unknown }[]>;
    const there = Object.entries(config).map(([name, [first]]) => `${name}=${first?.value}`);
    expect(there.sort()).toEqual([...TUNED_DYNAMIC_CONFIG].sort());
  });
});

it('the image is built from the runtime that package.json asks for', () => {
  const [, major = '', minor = ''] = /FROM node:(\d+)\.(\d+)/.exec(read('Dockerfile')) ?? [];
  expect(Number(major)).toBe(20);
  expect(Number(minor)).toBeGreaterThanOrEqual(19);
});
