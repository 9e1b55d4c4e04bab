import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '@selvedge/shared/items/listings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../../scripts/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { pack } from '../../../scripts/release.ts';
import { nameOf, readLock } from '../../../scripts/shipped-packages.ts';
import { signUp } from '../../support/people/account.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const INSTALL_MS = 300_000;

/** The packages installed below a folder, with their versions. */
function installedIn(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const paths = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return new Map(
    paths.map((name) => {
      const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
        version: string;
      };
      return [name, version];
    }),
  );
}

test(
  'the package is installed into an empty folder',
  async () => {
    await build();
    const dir = makeTempDir();
    onTestFinished(() => dir.remove());
    const file = pack(dir.path);
    const home = join(dir.path, 'home');
    execFileSync('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', file], { stdio: 'pipe' });

    const installed = installedIn(join(home, 'node_modules'));
    installed.delete('selvedge');
    const locked = new Set(
      Object.entries(readLock()).map(([path, { version }]) => `${nameOf(path)} ${version}`),
    );
    const others = [...installed].map((one) => one.join(' ')).filter((one) => !locked.has(one));
    expect(others).toEqual([]);
    for (const name of ['vitest', 'typescript', 'react', 'hono']) expect(installed.has(name)).toBe(false);

    const root = join(home, 'node_modules/selvedge');
    const dataDir = join(dir.path, 'data');
    const env = { AUTH_AUTOCONFIRM: 'true' };
    const entry = 'bin/selvedge.mjs';
    const product = await startProduct({
      entry,
      args: ['start'],
      root,
      dataDir,
      port: await freePort(),
      env,
    });
    onTestFinished(async () => void (await product.stop()));
    expect(await (await fetch(product.url)).text()).toContain('<title>Selvedge');
    const seller = await signUp(product.url);
    await seller.call('GET', '/api/auth/user');
    const listings = await seller.call<Listing[]>('GET', '/api/listings');
    expect(listings).toEqual([]);

    const copy = join(dir.path, 'copy');
    const said = execFileSync(join(home, 'node_modules/.bin/selvedge'), ['backup', copy], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });
    expect(said).toContain(copy);
    expect(await product.stop()).toBe(0);

    // As the manual says, through npm, whose shell does not forward signals.
    const port = await freePort();
    const started = spawn('npx', ['selvedge', 'start'], {
      cwd: home,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: dir.path, DATA_DIR: dataDir, PORT: String(port) },
    });
    const responds = () =>
      fetch(`http://localhost:${port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(responds, { timeout: 60_000 });
    started.kill('SIGTERM');
    await vi.waitUntil(async () => !(await responds()), { timeout: 60_000 });
  },
  INSTALL_MS,
);
