import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** Why this machine cannot inject faults into another process's system calls; null when it can. */
export function straceUnavailable(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this needs Linux and root';
  const { status, error, stderr } = spawnSync('strace', ['-o', '/dev/null', '-e', 'trace=fsync', 'true'], {
    encoding: 'utf8',
  });
  return status === 0 ? null : `strace: ${error?.message ?? stderr.trim()}`;
}

/**
 * Injects faults into the system calls of a running process, until the test ends at the latest.
 * @param fault as strace's `inject` takes it: `fsync:error=EIO:when=20+`
 * @returns a function that ends the injection.
 */
export async function injectFault(pid: number, fault: string): Promise<() => Promise<void>> {
  const [call = ''] = fault.split(':');
  const args = ['-f', '-p', String(pid), '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${fault}`];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(strace, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    strace.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/attached/.test(output)) resolve();
    });
    void exited.then(() => reject(new Error(`strace ended: ${output}`)));
  });
  const letGo = async () => {
    strace.kill('SIGINT');
    await exited;
  };
  onTestFinished(letGo);
  return letGo;
}
