import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { MEMORY, NODE_FLAGS } from '../../../scripts/node-flags.mjs';

const ROOT = new URL('../../..', import.meta.url);

interface ProductOptions {
  /** The server's entry, relative to the project's root: its source, the built bundle, or a substitute. */
  entry:
    | 'server/build/app/main.js'
    | 'server/build/app/demo.js'
    | 'bin/selvedge.mjs'
    | 'tests/bench/chat/relay.ts'
    | 'tests/bench/start/bare.mjs'
    | 'tests/bench/reads/limits.ts'
    | 'tests/bench/photos/from-memory.ts';
  /** The entry's arguments. */
  args?: string[];
  /** The folder of an installation, if it is not this project. */
  root?: string;
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** A module that is preloaded into the process and answers messages of its parent. */
  preload?: URL;
}

/** The product as a separate process, configured by environment variables. It is not started yet. */
export function createProduct({ entry, args = [], root, dataDir, port, env = {}, preload }: ProductOptions) {
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    const preloaded = preload ? ['--import', preload.href] : [];
    const started = spawn(process.execPath, [...NODE_FLAGS, ...preloaded, entry, ...args], {
      cwd: root ?? ROOT,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        // Tests would exceed the rate limits.
        RATE_LIMITS: 'off',
        ...MEMORY,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(preload ? ['ipc' as const] : [])],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const exited = once(started, 'exit').then(() => {
      throw new Error(`the server ended before it was ready:\n${output}`);
    });
    exited.catch(() => undefined);
    const ready = async () => {
      for (;;) {
        const response = await fetch(`${url}/api/ready`).catch(() => null);
        if (response?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await Promise.race([ready(), exited]);
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  return {
    url,
    start,
    /** The id of the last started process. */
    pid: (): number => {
      if (child?.pid === undefined) throw new Error('it was never started');
      return child.pid;
    },
    /** The exit code of the last started process; null while it runs, or when a signal ended it. */
    exitCode: () => child?.exitCode ?? null,
    /** Everything that the process has printed so far. */
    output: () => output,
    /** Requests a reading from the preloaded module. */
    async probe<T>(question: object = {}): Promise<T> {
      if (!child) throw new Error('it was never started');
      const answered = once(child, 'message') as Promise<[T]>;
      child.send(question);
      return (await answered)[0];
    },
    /** Kills the process without running its signal handlers. */
    kill: () => end('SIGKILL'),
    /** Stops the process with SIGTERM, as an operator would. @returns the exit code. */
    stop: () => end('SIGTERM'),
  };
}

export async function startProduct(options: ProductOptions) {
  const product = createProduct(options);
  await product.start();
  return product;
}
