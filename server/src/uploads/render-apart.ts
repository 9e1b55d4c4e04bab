import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import type { Kind, Order, Outcome, Rendered } from './renderers.ts';

// A file of a kilobyte can make libheif and its codecs take gigabytes or hours, in more ways than can be recognized
// before: crops, canvases, tables, hidden frames. So such a picture gets a process that the system bounds.

// Beside this source file, or beside the bundle.
const FILE = import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js';
/** A photo of 48 megapixels takes a tenth of this. */
const LONGEST_S = 60;
/**
 * What the process may allocate: an AVIF of 50 megapixels, 12 bits and no subsampling takes 1.3 GB, and Node reserves 0.6
 * that it does not touch.
 */
const MEMORY_MAX_KIB = 2_000 * 1024;
/**
 * Where the system knows a bound (the one of memory holds on Linux only). The process is also the first to be ended when
 * the machine is short of memory, and its own end comes even when the server has ended before.
 */
const BOUNDED = `{ echo 1000 > /proc/self/oom_score_adj; ulimit -c 0; ulimit -t ${LONGEST_S}; ulimit -d ${MEMORY_MAX_KIB}; } 2> /dev/null
exec "$0" "$1"`;

const start = () =>
  spawn('/bin/sh', ['-c', BOUNDED, process.execPath, fileURLToPath(new URL(FILE, import.meta.url))], {
    // None of the server's secrets.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });

function renderedIn(outcome: Outcome): Rendered {
  if (outcome.rendered) return outcome.rendered;
  const { refusal, cause } = outcome;
  if (!refusal) throw new Error('a picture could not be rendered', { cause });
  throw new AppError(refusal.code, refusal.message, { cause });
}

function endedEarly(code: number | null, signal: string | null): Error {
  if (!signal) return new Error(`the picture process has ended with ${code}`);
  const message = 'This picture takes too much memory or time. Please choose another.';
  return new AppError('invalid_input', message, { cause: signal });
}

/**
 * Renders a picture in a process of its own, as `RENDERERS` does.
 * @throws as they do, and invalid_input when it takes too much memory or time.
 */
export async function renderApart<K extends Kind>(kind: K, path: string): Promise<Rendered<K>> {
  const child = start();
  const clock = setTimeout(() => child.kill('SIGKILL'), LONGEST_S * 1_000);
  const ended = once(child, 'exit');
  const answered = once(child, 'message');
  // Whether it arrives is seen by the answer.
  child.send({ kind, path } satisfies Order, () => undefined);
  try {
    const outcome = await Promise.race([
      answered.then(([first]) => first as Outcome),
      ended.then(([code, signal]) => {
        throw endedEarly(code, signal);
      }),
    ]);
    return renderedIn(outcome) as Rendered<K>;
  } finally {
    clearTimeout(clock);
    child.kill('SIGKILL');
    // Its memory is free before the next one begins.
    await ended;
  }
}
