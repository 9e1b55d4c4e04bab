import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { binary } from './child.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Some systems ship a script of that name which only says what to install. */
const isBrowser = (path: string) =>
  existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

function ownOfMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find(isBrowser);
}

const downloadedBefore = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

/** Runs an installer and keeps what it says for when it fails. */
async function runInstaller(command: string, args: string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const installer = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [installer.stdout, installer.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-2_000);
    });
  }
  await once(installer, 'close');
  return said;
}

async function installBrowser(): Promise<string> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await runInstaller('apt-get', ['update']);
    return runInstaller('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  return runInstaller(process.execPath, [binary('playwright/cli.js'), 'install', '--no-shell', 'chromium']);
}

/**
 * The path of a Chromium: the one that is named, the machine's own, one that was downloaded before, or a fresh install.
 * @throws an error that says in one sentence what to install.
 */
export async function findBrowser(): Promise<string> {
  const found = process.env.SELVEDGE_TEST_BROWSER || ownOfMachine() || downloadedBefore();
  if (found) return found;
  console.log('     installing a browser for the tests …');
  const said = await installBrowser();
  const installed = ownOfMachine() ?? downloadedBefore();
  if (installed) return installed;
  throw new Error(
    `${said}\nThe browser tests need Chromium or Chrome: install one so that "chromium" is on the PATH.`,
  );
}
