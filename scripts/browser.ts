import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { binary } from './child.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((path) =>
    existsSync(path),
  );
}

const ownDownload = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * The path of a Chromium: the machine's own, one that the test tool downloaded before, or a fresh install.
 * @throws an error that says in one sentence what to install.
 */
export function findBrowser(): string {
  const found = onPath() ?? ownDownload();
  if (found) return found;
  console.log('Installing a browser for the tests …');
  if (isDebianRoot()) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env });
  } else {
    spawnSync(process.execPath, [binary('playwright/cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = onPath() ?? ownDownload();
  if (!installed)
    throw new Error('The browser tests need Chromium: install it so that "chromium" is on the PATH.');
  return installed;
}
