import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { MEMORY, NODE_FLAGS } from '../../scripts/node-flags.mjs';

const ROOT = new URL('../..', import.meta.url);

/** A loopback port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

interface ProductOptions {
  /** The server's entry from the project's root: its source, the bundle that people run, or a stand-in. */
  entry:
    | 'server/src/main.ts'
    | 'server/build/app/main.js'
    | 'tests/bench/chat/relay.ts'
    | 'tests/bench/start/bare.ts'
    | 'tests/bench/reads/limits.ts';
  /** Where it was installed, if it is not this project. */
  root?: string;
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** A module that is loaded into the process first and answers its parent's messages. */
  preload?: URL;
}

/** The product as a process of its own, with settings as people give them. It does not run yet. */
export function createProduct({ entry, root, dataDir, port, env = {}, preload }: ProductOptions) {
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    const preloaded = preload ? ['--import', preload.href] : [];
    const started = spawn(process.execPath, [...NODE_FLAGS, ...preloaded, entry], {
      cwd: root ?? ROOT,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        // Tests act faster than people.
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
    /** Of the process that was started last. */
    pid: (): number => {
      if (child?.pid === undefined) throw new Error('it was never started');
      return child.pid;
    },
    /** How the process that was started last has ended: its exit code, or null while it runs or after a signal. */
    exitCode: () => child?.exitCode ?? null,
    /** All that it has printed so far. */
    output: () => output,
    /** Asks the preloaded module, which knows one question. */
    async ask<T>(question: object = {}): Promise<T> {
      if (!child) throw new Error('it was never started');
      const answered = once(child, 'message') as Promise<[T]>;
      child.send(question);
      return (await answered)[0];
    },
    /** As a power cut would: no handler runs. */
    kill: () => end('SIGKILL'),
    /** As an operator would. @returns the exit code. */
    stop: () => end('SIGTERM'),
  };
}

export async function startProduct(options: ProductOptions) {
  const product = createProduct(options);
  await product.start();
  return product;
}
