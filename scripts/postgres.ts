import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwnPostgres, unpackPostgres } from './find-postgres.ts';
import { freePort } from './free-port.ts';

export interface ThrowAwayPostgres {
  /** `postgres://…` of its superuser, on loopback, with its own password. */
  url: string;
  /** The id of the main process, whose children do the work. */
  pid(): number;
  /**
   * Kills it like a crash: committed transactions survive, unwritten memory is lost. Resolves when all of its
   * processes have exited.
   */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The user to run PostgreSQL as when this process is root: PostgreSQL refuses to run as root. */
function serviceUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // This machine has no such user.
    }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is no user named postgres or nobody to run it as.',
  );
}

/** Resolves when the server reports that it is ready; rejects with its output if it exits before that. */
function untilReady(server: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
    server.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
      if (output.includes('ready to accept connections')) resolve();
    });
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  // SIGINT is PostgreSQL's fast shutdown, which does not wait for clients; SIGQUIT stops it without any
  // cleanup.
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), 5_000);
  await gone;
  clearTimeout(timer);
}

/**
 * Starts a PostgreSQL in a private temporary folder, with the installed programs or else the packaged ones.
 * Its data does not survive a power failure unless `own` turns fsync on; `stop` deletes it.
 * @param own PostgreSQL settings that add to or replace those for tests
 */
export async function startPostgres(own: Record<string, string> = {}): Promise<ThrowAwayPostgres> {
  const user = serviceUser();
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // English messages, whatever the machine's language: `untilReady` waits for one of them.
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...user };
  try {
    const bin = findOwnPostgres() ?? (await unpackPostgres(folder));
    const password = randomBytes(16).toString('hex');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    const data = join(folder, 'data');
    execFileSync(
      join(bin, 'initdb'),
      [
        ['-D', data, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256'],
        ['-E', 'UTF8', '--locale=C', '--no-sync'],
      ].flat(),
      { ...options, stdio: 'pipe' },
    );
    const port = await freePort();
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 300,
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
      ...own,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    let server: ChildProcess;
    const killNow = () => void server.kill('SIGQUIT');
    async function start(): Promise<void> {
      server = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(server);
    }
    process.on('exit', killNow);
    await start();
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      // Set, because the start was awaited.
      pid: () => server.pid as number,
      async kill() {
        // Its children outlive it and keep writing until they notice. The output stream that they share
        // closes when the last of them exits.
        const allGone = once(server, 'close');
        server.kill('SIGKILL');
        await allGone;
      },
      start,
      async stop() {
        await end(server);
        process.off('exit', killNow);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
