import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { ownRedis } from '../../../scripts/find-redis.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { makeTempDir } from '../servers/temp.ts';

const PROGRAM = ownRedis();

/** Why tests that need Redis cannot run here; null when they can. */
export const redisUnavailable = PROGRAM ? null : 'there is no redis-server on this machine';

/** The ACL command from docs/operating that creates the nodes' user, as protocol arguments. */
export function aclOfManual(user: string, password: string): string[] {
  const manual = readFileSync(new URL('../../../docs/operating/nodes.md', import.meta.url), 'utf8');
  const rights = /^ACL SETUSER \S+ on >\S+ (.+)$/m.exec(manual)?.[1];
  if (!rights) throw new Error('the manual names no rights');
  return ['ACL', 'SETUSER', user, 'reset', 'on', `>${password}`, ...rights.split(' ')];
}

/**
 * Starts a Redis on loopback, in memory only: after a restart it is empty.
 * @param more settings, as in `redis.conf`
 */
export async function startRedis(more: Record<string, string> = {}) {
  const dir = makeTempDir();
  const port = await freePort();
  let child: ChildProcess;

  async function start(): Promise<void> {
    const settings = { port, bind: '127.0.0.1', dir: dir.path, save: '', appendonly: 'no', ...more };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    child = spawn(PROGRAM ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.once('exit', () => reject(new Error(`Redis did not start:\n${output}`)));
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Ready to accept connections')) resolve();
      });
    });
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await start();
  const killWithUs = () => void child.kill('SIGKILL');
  process.on('exit', killWithUs);
  return {
    url: `redis://127.0.0.1:${port}`,
    // Not undefined: the process has started.
    pid: () => child.pid as number,
    start,
    kill,
    /** Freezes the process: connections stay open and get no replies. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async remove() {
      await kill();
      process.off('exit', killWithUs);
      rmSync(dir.path, { recursive: true, force: true });
    },
  };
}
