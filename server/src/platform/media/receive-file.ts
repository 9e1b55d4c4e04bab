import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { cleanText } from '@selvedge/shared/platform/clean-text';
import type { Context } from 'hono';
import { AppError } from '../core/errors.ts';

export interface ReceivedFile {
  /** A temporary file; the receiver calls `remove` when done with it. */
  path: string;
  name: string;
  remove(): Promise<void>;
}

export interface ExpectedFile {
  field: string;
  /** Its name in error messages. */
  noun?: 'picture' | 'file';
  maxBytes: number;
  folder: string;
}

/** More than multipart framing takes around one file: its boundary twice, and the part's headers. */
const FRAMING_MAX_BYTES = 8 * 1024;
const MEBIBYTE = 1024 * 1024;
const NAME_MAX = 100;

const tooLarge = (maxBytes: number, name?: string) =>
  new AppError('too_large', `File ${name ? `${name} ` : ''}is too large (max ${maxBytes / MEBIBYTE}MB)`);

const CUT_SHORT = 'The upload was cut short. Please try again.';
const invalid = (message: string, cause?: unknown) => new AppError('invalid_input', message, { cause });

function openForm(c: Context, { noun = 'picture', maxBytes }: ExpectedFile): BusboyInstance {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new AppError('unsupported_type', `Send the ${noun} as multipart/form-data.`);
  }
  if (Number(c.req.header('content-length') ?? 0) > maxBytes + FRAMING_MAX_BYTES) throw tooLarge(maxBytes);
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20, headerSize: 4_096 },
    });
  } catch (error) {
    throw invalid('The form could not be read.', error);
  }
}

// Connection errors have the syscall `read`, which distinguishes them.
const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && ['open', 'write', 'close'].includes(String(error.syscall));

/** Returns the file's original name. Throws the first error, once nothing is being written any more. */
async function copyFile(
  form: BusboyInstance,
  body: ReadableStream,
  target: FileHandle,
  { field, noun = 'picture', maxBytes }: ExpectedFile,
): Promise<string> {
  const stop = new AbortController();
  let failure: unknown;
  const fail = (reason: unknown) => {
    // Only the first failure counts: later ones follow from it.
    failure ??= reason;
    stop.abort();
  };
  const failForm = () => fail(invalid(`Send one ${noun} in the field "${field}" and nothing else.`));
  let name: string | undefined;
  let written: Promise<void> = Promise.resolve();
  form.on('partsLimit', failForm).on('fieldsLimit', failForm).on('filesLimit', failForm);
  form.on('file', (sentField, stream, sentName) => {
    if (sentField !== field) failForm();
    name = cleanText(sentName ?? '').slice(0, NAME_MAX);
    stream.on('limit', () => fail(tooLarge(maxBytes, name)));
    written = pipeline(stream, target.createWriteStream(), { signal: stop.signal });
    written.catch(fail);
  });

  // Node's type for its web streams differs from the global one; the streams are the same.
  const source = Readable.fromWeb(body as WebStream);
  try {
    await pipeline(source, form, { signal: stop.signal });
    await written;
    if (name === undefined) failForm();
  } catch (error) {
    fail(error);
    await written.catch(() => undefined);
  } finally {
    await target.close();
  }
  if (failure !== undefined) throw failure;
  return name ?? '';
}

/**
 * Never writes more than allowed, and removes the temporary file on any failure.
 * @throws unsupported_type, too_large, or invalid_input for a form that ends early or has more than the file
 */
export async function receiveFile(c: Context, expected: ExpectedFile): Promise<ReceivedFile> {
  const form = openForm(c, expected);
  const body = c.req.raw.body;
  if (!body) throw invalid(CUT_SHORT);
  await mkdir(expected.folder, { recursive: true, mode: 0o700 });
  const path = join(expected.folder, randomUUID());
  const remove = () => rm(path, { force: true });
  const target = await open(path, 'wx', 0o600);
  try {
    return { path, name: await copyFile(form, body, target, expected), remove };
  } catch (error) {
    await remove();
    if (error instanceof AppError || isDiskError(error)) throw error;
    throw invalid(CUT_SHORT, error);
  }
}
