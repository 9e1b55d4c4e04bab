import { get } from 'node:http';
import { SourceMap, type SourceMapPayload } from 'node:module';
import type { Page } from 'playwright';
import { type Rolldown, build as viteBuild } from 'vite';
import type { BenchTable } from '../table.ts';
import { openMessages, type Stage } from './stage.ts';

const KINDS = { script: 'scripts', stylesheet: 'style sheets', font: 'fonts', image: 'images' } as const;
type Kind = keyof typeof KINDS;

/** The gzipped size of a resource on the wire. */
const gzipBytes = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes)).on('error', reject);
    }).on('error', reject);
  });

const kb = (bytes: number) => (bytes / 1_000).toFixed(1);
const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** The URLs that a page fetches during an action, by kind. */
async function fetchedWhile(page: Page, act: () => Promise<unknown>): Promise<Map<string, Kind>> {
  const fetched = new Map<string, Kind>();
  const record = (request: { url(): string; resourceType(): string }) => {
    const kind = request.resourceType();
    if (kind in KINDS) fetched.set(request.url(), kind as Kind);
  };
  page.on('request', record);
  await act();
  await page.waitForLoadState('networkidle');
  page.off('request', record);
  return fetched;
}

/** The package, or the part of this project, that a source belongs to. */
function packageOf(source: string | undefined): string {
  const inside = source?.split('node_modules/').at(-1);
  if (inside && inside !== source)
    return inside
      .split('/')
      .slice(0, inside.startsWith('@') ? 2 : 1)
      .join('/');
  if (source?.includes('shared/src')) return 'ours: shared';
  return source ? 'ours: web' : 'glue';
}

/** The number of characters of a minified file by package. */
function charactersOf({ code, map }: Rolldown.OutputChunk): Map<string, number> {
  const characters = new Map<string, number>();
  if (!map) return characters;
  // Both types describe version 3 source maps; one of them is less complete.
  const sourceMap = new SourceMap(map as unknown as SourceMapPayload);
  code.split('\n').forEach((line, n) => {
    for (let at = 0; at < line.length; at += 1) {
      const entry = sourceMap.findEntry(n, at);
      const name = packageOf('originalSource' in entry ? entry.originalSource : undefined);
      characters.set(name, (characters.get(name) ?? 0) + 1);
    }
  });
  return characters;
}

/** The client as it is served, with source maps. */
async function mapped(): Promise<Rolldown.OutputChunk[]> {
  const built = (await viteBuild({
    root: 'web',
    logLevel: 'error',
    build: { write: false, sourcemap: 'hidden' },
  })) as Rolldown.RolldownOutput;
  return built.output.filter((file) => file.type === 'chunk');
}

/** Each package's share of the compressed size of these files. */
async function sharesOf(sizes: Map<string, number>): Promise<BenchTable['rows']> {
  const shares = new Map<string, number>();
  for (const chunk of await mapped()) {
    const size = sizes.get(chunk.fileName);
    if (size === undefined) continue;
    const characters = charactersOf(chunk);
    const all = [...characters.values()].reduce((sum, count) => sum + count, 0);
    for (const [name, count] of characters) shares.set(name, (shares.get(name) ?? 0) + (size * count) / all);
  }
  return [...shares].sort((a, b) => b[1] - a[1]).map(([name, bytes]) => [name, kb(bytes)]);
}

/**
 * What a visitor's browser fetches for the home page, what more each action fetches, and which packages the
 * scripts contain.
 */
export async function measureBytes(stage: Stage): Promise<BenchTable[]> {
  const rows: BenchTable['rows'] = [];
  const known = new Map<string, number>();
  const add = async (name: string, fetched: Map<string, Kind>) => {
    const sums: Record<Kind, number> = { script: 0, stylesheet: 0, font: 0, image: 0 };
    for (const [url, kind] of fetched) {
      if (known.has(url)) continue;
      const bytes = await gzipBytes(url);
      known.set(url, bytes);
      sums[kind] += bytes;
    }
    rows.push([name, ...Object.values(sums).map(kb)]);
  };
  const visitor = await stage.open(null);
  await add(
    'home, as a visitor',
    await fetchedWhile(visitor, async () => {
      await visitor.goto('/');
      await visitor.locator('.first').waitFor({ state: 'detached' });
    }),
  );
  await visitor.context().close();
  const scripts = new Map([...known].map(([url, bytes]) => [nameOf(url), bytes]));

  const page = await stage.open(stage.seller);
  await add('in addition, as a member', await fetchedWhile(page, () => page.goto('/')));
  await add('opening the messages', await fetchedWhile(page, () => openMessages(page)));
  await page.keyboard.press('Escape');
  await add(
    'opening the sell form',
    await fetchedWhile(page, async () => {
      await page.getByRole('button', { name: 'Sell Item' }).first().click();
      await page.getByRole('dialog').waitFor();
    }),
  );
  await add(
    'a listing',
    await fetchedWhile(page, async () => {
      await page.goto('/');
      const address = await page.locator('a.card').first().getAttribute('href');
      await page.goto(address ?? '');
    }),
  );
  await page.context().close();
  return [
    {
      title: 'What a browser fetches, in gzipped kilobytes (1,000 bytes), each file where it is first needed',
      columns: ['', ...Object.values(KINDS)],
      rows,
    },
    {
      title: "The home page's scripts: each package's share by minified characters",
      columns: ['', 'gzipped KB'],
      rows: await sharesOf(scripts),
    },
  ];
}
