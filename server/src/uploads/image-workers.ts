import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { type Kind, type Order, type Outcome, READY, type Rendered } from './picture-order.ts';

// A file of a kilobyte can make a decoder take gigabytes or hours, in more ways than can be recognized in advance: crops,
// canvases, tables, hidden frames, empty scans. So such a picture gets a process that the system bounds.

// Beside this source file, or beside the bundle.
const FILE = import.meta.url.endsWith('.ts') ? './image-worker.ts' : './image-worker.js';
/** A photo of 48 megapixels takes a tenth of this. */
const LONGEST_S = 30;
const TOO_MUCH = 'This picture is too complex to process. Please choose another.';
/** Of all its threads together: for a process whose server has ended. */
const LONGEST_CPU_S = 2 * LONGEST_S;
/** Of what the process says last, so many characters are kept. */
const SAID_MAX = 2_000;
/**
 * What the process may allocate. Node reserves 600 MiB that it does not touch; the rest is what the largest of pictures
 * take, an AVIF of 50 megapixels, 12 bits and no subsampling, and a tenth more.
 */
const MEMORY_MAX_KIB = 2_000 * 1024;
/**
 * Sets the bounds that the system knows; the one of memory holds on Linux only. There, the process is also the first to be
 * ended when the machine is short of memory.
 */
const BOUNDED = `{ echo 1000 > /proc/self/oom_score_adj; ulimit -c 0; ulimit -t ${LONGEST_CPU_S}; ulimit -d ${MEMORY_MAX_KIB}; } 2> /dev/null
exec "$0" "$1"`;

const start = () =>
  spawn('/bin/sh', ['-c', BOUNDED, process.execPath, fileURLToPath(new URL(FILE, import.meta.url))], {
    // None of the server's, in which secrets are.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });

const endOf = ({ exitCode, signalCode }: ChildProcess) => signalCode ?? `code ${exitCode}`;

function renderedIn(outcome: Outcome): Rendered {
  if (outcome.rendered) return outcome.rendered;
  const { refusal, cause } = outcome;
  if (!refusal) throw new Error('a picture could not be rendered', { cause });
  throw new AppError(refusal.code, refusal.message, { cause });
}

/**
 * Renders a picture in a process of its own, as `RENDERERS` does.
 * @throws as they do, and invalid_input when it takes too much memory or time.
 */
export async function renderInWorker<K extends Kind>(kind: K, path: string): Promise<Rendered<K>> {
  const child = start();
  let said = '';
  // Without a stream when it could not be started, of which `ended` tells.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_MAX);
  });
  const ended = once(child, 'close');
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(() => [null])]);
    return message as unknown;
  };
  const clock = setTimeout(() => child.kill('SIGKILL'), LONGEST_S * 1_000);
  try {
    if ((await answer()) !== READY)
      throw new Error(`the picture process did not start: ${endOf(child)}`, { cause: said });
    // Whether it arrives is seen by the answer.
    child.send({ kind, path } satisfies Order, () => undefined);
    const outcome = (await answer()) as Outcome | null;
    if (outcome) return renderedIn(outcome) as Rendered<K>;
    if (child.signalCode) throw new AppError('invalid_input', TOO_MUCH, { cause: child.signalCode });
    throw new Error(`the picture process has ended: ${endOf(child)}`, { cause: said });
  } finally {
    clearTimeout(clock);
    child.kill('SIGKILL');
    // Its memory is free before the next one begins.
    await ended;
  }
}
