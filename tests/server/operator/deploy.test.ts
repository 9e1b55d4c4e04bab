import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../server/src/config.ts';
import { Settings } from '../../../server/src/environment.ts';

const ROOT = new URL('../../..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

interface Service {
  image?: string;
  build?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  volumes?: string[];
  environment?: Record<string, string | number>;
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  profiles?: string[];
  command?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes?: Record<string, unknown>;
  networks?: Record<string, { ipam: { config: { subnet: string }[] } }>;
}

/** Parses a file like Docker does: follows anchors and rejects duplicate keys. */
const composeOf = (path: string): Compose => parse(read(path), { merge: true, uniqueKeys: true });
const isOurs = ({ image }: Service) => image === 'selvedge';
const known = Object.keys(Settings.shape);
const FILES = ['compose.yaml', 'deploy/compose.yaml'];
/** Values that an operator would set. */
const GIVEN: Record<string, string> = {
  PUBLIC_URL: 'https://shop.example.com',
  AUTH_SECRET: 'a'.repeat(32),
  POSTGRES_PASSWORD: 'b'.repeat(32),
  S3_SECRET: 'c'.repeat(32),
  SMTP_URL: 'smtps://mail.example.com',
};
/** Fills in `${NAME}`, `${NAME:-otherwise}`, `${NAME:+then}` and `${NAME:?}` like Docker does, inner ones first. */
function filledIn(value: string | number, given: Record<string, string>): string {
  const filled = String(value).replace(
    /\$\{(\w+)(?::([-+?])([^${}]*))?\}/,
    (_, name: string, sign?: string, rest = '') => {
      const found = given[name];
      if (sign === '?' && !found) throw new Error(`${name} is required but not set`);
      if (sign === '+') return found ? rest : '';
      return found || rest;
    },
  );
  return filled === value ? filled : filledIn(filled, given);
}

test.each(FILES)('%s gives the product only valid settings', (path) => {
  const ours = Object.values(composeOf(path).services).filter(isOurs);
  expect(ours.length).toBeGreaterThan(0);
  for (const { environment = {} } of ours) {
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const env = Object.entries(environment).map(([name, value]) => [name, filledIn(value, GIVEN)]);
    expect(() => readConfig(Object.fromEntries(env))).not.toThrow();
  }
});

test('the single-node file needs no settings', () => {
  const one = Object.values(composeOf('compose.yaml').services);
  for (const { environment = {} } of one) for (const value of Object.values(environment)) filledIn(value, {});
});

test('the full file lists its settings at the top', () => {
  const text = read('deploy/compose.yaml');
  const head = text.slice(0, text.indexOf('x-node'));
  const required = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name));
  expect([...required].filter((name) => !head.includes(name))).toEqual([]);
});

test('one variable puts the single node under a domain', () => {
  const { services, networks } = composeOf('compose.yaml');
  const settings = (given: Record<string, string>) => {
    const env = Object.entries(services.selvedge?.environment ?? {});
    return readConfig(Object.fromEntries(env.map(([name, value]) => [name, filledIn(value, given)])));
  };
  const given = { DOMAIN: 'shop.example.com' };
  expect(settings(given).publicUrl).toBe('https://shop.example.com');
  const subnet = networks?.default?.ipam.config[0]?.subnet;
  expect(settings(given).trustProxy).toEqual(readConfig({ TRUST_PROXY: subnet }).trustProxy);
  expect(settings({}).publicUrl).toBe('http://localhost:3000');
  expect(settings({}).trustProxy).toEqual(readConfig({}).trustProxy);
  const { profiles, command = [] } = services.proxy ?? {};
  expect(profiles).toEqual(['public']);
  expect(command.map((word) => filledIn(word, given))).toEqual(
    expect.arrayContaining(['--from', 'shop.example.com', '--to', 'selvedge:3000']),
  );
});

test.each(FILES)('%s lets the product write only to its data', { tags: ['unprivileged-image'] }, (path) => {
  for (const service of Object.values(composeOf(path).services).filter(isOurs)) {
    expect(service).toMatchObject({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      tmpfs: expect.arrayContaining(['/tmp']),
    });
    const places = [...(service.tmpfs ?? []), ...(service.volumes ?? []).map((one) => one.split(':')[1])];
    expect(places.map((place) => place?.split(':')[0]).sort()).toEqual(['/data', '/tmp']);
    expect(service.user ?? 'of the image').toBe('of the image');
  }
});

test.each(FILES)('%s refers only to what exists', (path) => {
  const { services, volumes = {} } = composeOf(path);
  for (const { volumes: mounted = [], depends_on: needed = {} } of Object.values(services)) {
    for (const [from = ''] of mounted.map((one) => one.split(':'))) {
      // The operator puts the certificate there, as the file's header says.
      if (from.startsWith('./') && from !== './both.pem')
        expect(existsSync(new URL(from, new URL(path, ROOT))), from).toBe(true);
      else if (!from.startsWith('./')) expect(Object.keys(volumes)).toContain(from);
    }
    const names = Array.isArray(needed) ? needed : Object.keys(needed);
    expect(names.filter((name) => !services[name])).toEqual([]);
    if (Array.isArray(needed)) continue;
    for (const [name, { condition }] of Object.entries(needed))
      if (condition === 'service_healthy') expect(services[name]?.healthcheck?.test, name).toBeTruthy();
  }
});

test('the image runs as an unnamed user', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toMatch(/^USER 10001:10001$/m);
  expect(dockerfile).toMatch(/mkdir \/data && chown 10001:10001 \/data/);
});

test('the image has a readiness health check', () => {
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*\/api\/ready/m);
});

test('the image sets only known variables', () => {
  const dockerfile = read('Dockerfile');
  const [, env = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  const names = [...env.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !known.includes(name))).toEqual(['NODE_ENV']);
});

test('the table lists every setting', () => {
  const page = read('docs/settings.md');
  const start = page.indexOf('| variable | default |');
  const rows = page.slice(start, page.indexOf('\n\n', start)).split('\n').slice(2);
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual([...known].sort());
});

const pages = globSync('{*.md,docs/**/*.md}', { cwd: fileURLToPath(ROOT) });

test('no link in the documentation is broken', () => {
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-');
  const titles = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => slug(title));
  expect(pages.length).toBeGreaterThan(30);
  for (const path of pages) {
    for (const [, to = ''] of read(path).matchAll(/\]\((?!https?:)([^)]*)\)/g)) {
      const [file, anchor] = to.split('#');
      const target = file ? new URL(file, new URL(path, ROOT)) : new URL(path, ROOT);
      expect(existsSync(target), to).toBe(true);
      if (anchor) expect(titles(readFileSync(target, 'utf8')), to).toContain(anchor);
    }
  }
});

test('every page of the documentation is in its index', () => {
  const index = read('docs/README.md');
  const unlisted = pages
    .filter((path) => path.startsWith('docs/') && path !== 'docs/README.md')
    .filter((path) => !index.includes(`(${path.slice('docs/'.length)})`));
  expect(unlisted).toEqual([]);
});
