import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { binary } from './child.ts';
import { installPackage, mayInstallPackages, onPath, runInstaller } from './machine-package.ts';

/** Debian's headless shell, which takes a third less CPU time than the whole browser. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIXED_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Whether a program runs: some systems ship a script of that name that only prints how to install it. */
const isBrowser = (path: string) =>
  existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

function installedBrowser(names = [SHELL, ...WHOLE]): string | undefined {
  return [...onPath(names), ...FIXED_PATHS].find(isBrowser);
}

const downloadedBrowser = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

async function installBrowser(): Promise<string> {
  if (!mayInstallPackages())
    return runInstaller(process.execPath, [binary('playwright/cli.js'), 'install', 'chromium']);
  const output = await installPackage(SHELL);
  // Some releases have only the whole browser.
  return installedBrowser() ? output : installPackage('chromium');
}

/**
 * The path of a Chromium: the one in SELVEDGE_TEST_BROWSER, an installed one, an earlier download, or a new
 * installation. @throws an error that says in one sentence what to install
 */
export async function findBrowser(): Promise<string> {
  const found = process.env.SELVEDGE_TEST_BROWSER || installedBrowser() || downloadedBrowser();
  if (found) return found;
  console.log('     installing a browser for the tests …');
  const output = await installBrowser();
  const installed = installedBrowser() ?? downloadedBrowser();
  if (installed) return installed;
  throw new Error(
    `${output}\nThe browser tests need Chromium or Chrome: install one so that "chromium" is on the PATH.`,
  );
}

/** The path of a whole browser for the tests that need one, installed if this process may; otherwise `found`. */
export async function findWholeBrowser(found: string): Promise<string> {
  if (!installedBrowser(WHOLE) && mayInstallPackages()) await installPackage('chromium');
  return installedBrowser(WHOLE) ?? found;
}
