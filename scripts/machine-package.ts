import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where programs of these names may lie on the PATH, the first name first. */
export function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Runs an installer and keeps what it says for when it fails. */
export async function runInstaller(command: string, args: string[]): Promise<string> {
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

/** Whether packages of the system can be installed without asking anybody. */
export const mayInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a package of the system. @returns what the installer said. */
export async function installPackage(name: string): Promise<string> {
  await runInstaller('apt-get', ['update']);
  return runInstaller('apt-get', ['install', '-y', '--no-install-recommends', name]);
}
