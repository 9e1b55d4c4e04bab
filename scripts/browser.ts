import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { binary } from './child.ts';
import { installPackage, mayInstallPackages, onPath, runInstaller } from './machine-package.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Whether a program runs: some systems ship a script of that name which only says what to install. */
const isBrowser = (path: string) =>
  existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

function ownOfMachine(): string | undefined {
  return [...onPath(NAMES), ...ELSEWHERE].find(isBrowser);
}

const downloadedBefore = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

async function installBrowser(): Promise<string> {
  if (mayInstallPackages()) return installPackage('chromium');
  return runInstaller(process.execPath, [binary('playwright/cli.js'), 'install', '--no-shell', 'chromium']);
}

/**
 * The path of a Chromium: the one that SELVEDGE_TEST_BROWSER names, the machine's own, one downloaded earlier, or a
 * fresh install. @throws an error that says in one sentence what to install.
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
