import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { type Kind, type Outcome, READY, type Rendered, type RenderRequest } from './render-request.ts';

// A file of a kilobyte can make a decoder take gigabytes or hours, in more ways than can be recognized in
// advance: crops, canvases, tables, hidden frames, empty scans. So each such picture is decoded in a separate
// process with limits that the system enforces.

// Next to this source file, or next to the bundle.
const FILE = import.meta.url.endsWith('.ts') ? './image-worker.ts' : './image-worker.js';
/** A photo of 48 megapixels takes a tenth of this. */
const TIMEOUT_S = 30;
const TOO_COMPLEX = 'This picture is too complex to process. Please choose another.';
/** CPU time of all threads: the limit ends a process whose server is gone. */
const CPU_MAX_S = 2 * TIMEOUT_S;
const STDERR_MAX = 2_000;
const MEBIBYTE = 2 ** 20;
/** Node reserves this much, which counts as allocated, without touching it. */
const RESERVED = 600 * MEBIBYTE;
/** What the largest picture needs (an AVIF of 50 megapixels, 12 bits, without subsampling) plus a tenth. */
const PICTURE_MAX = 1_400 * MEBIBYTE;
/** What a picture of 12 megapixels from a phone needs, with the process itself. */
const PICTURE_MIN = 160 * MEBIBYTE;
/** What the rest of the machine, the database's pages and the server's own growth need. */
const SPARE = 96 * MEBIBYTE;

/** Leaves the server its memory on a small machine: a picture is refused before anything is killed. */
export function memoryMax(): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const left = machine - process.memoryUsage.rss() - SPARE;
  return RESERVED + Math.min(PICTURE_MAX, Math.max(PICTURE_MIN, left));
}

// The memory limit works on Linux only. There, the process is also the first to be killed.
const limited =
  () => `{ echo 1000 > /proc/self/oom_score_adj; ulimit -c 0; ulimit -t ${CPU_MAX_S}; ulimit -d ${Math.floor(memoryMax() / 1_024)}; } 2> /dev/null
exec "$0" "$1"`;

const start = () =>
  spawn('/bin/sh', ['-c', limited(), process.execPath, fileURLToPath(new URL(FILE, import.meta.url))], {
    // Not the server's environment, which contains secrets.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });

const exitReason = ({ exitCode, signalCode }: ChildProcess) => signalCode ?? `code ${exitCode}`;

/** libheif's words for a picture that needs more memory than the process may have. */
const NEEDS_MORE_MEMORY = /memory allocation/i;

function renderedIn(outcome: Outcome): Rendered {
  if (outcome.rendered) return outcome.rendered;
  const { refusal, cause } = outcome;
  if (NEEDS_MORE_MEMORY.test(cause)) throw new AppError('invalid_input', TOO_COMPLEX, { cause });
  if (!refusal) throw new Error('could not render a picture', { cause });
  throw new AppError(refusal.code, refusal.message, { cause });
}

/** Runs `RENDERERS` in a child process. @throws as they do, invalid_input for too much memory or time */
export async function renderInWorker<K extends Kind>(kind: K, path: string): Promise<Rendered<K>> {
  const child = start();
  let stderr = '';
  // There is no stream when the process could not be started; `ended` reports that.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_MAX);
  });
  const ended = once(child, 'close');
  const nextMessage = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(() => [null])]);
    return message as unknown;
  };
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_S * 1_000);
  try {
    if ((await nextMessage()) !== READY)
      throw new Error(`the image worker did not start: ${exitReason(child)}`, { cause: stderr });
    // Ignore errors: the response shows whether the request arrived.
    child.send({ kind, path } satisfies RenderRequest, () => undefined);
    const outcome = (await nextMessage()) as Outcome | null;
    if (outcome) return renderedIn(outcome) as Rendered<K>;
    if (child.signalCode) throw new AppError('invalid_input', TOO_COMPLEX, { cause: child.signalCode });
    throw new Error(`the image worker ended early: ${exitReason(child)}`, { cause: stderr });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    // Wait until its memory is released, before the next process starts.
    await ended;
  }
}
