import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Where programs with these names would be on the PATH: first all paths for the first name, then the next.
 */
export function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Runs an installer. @returns the end of its output, to show if it failed */
export async function runInstaller(command: string, args: string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const installer = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [installer.stdout, installer.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-2_000);
    });
  }
  await once(installer, 'close');
  return output;
}

/** Whether this process may install system packages. */
export const mayInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a system package. @returns the installer's output */
export async function installPackage(name: string): Promise<string> {
  await runInstaller('apt-get', ['update']);
  return runInstaller('apt-get', ['install', '-y', '--no-install-recommends', name]);
}
