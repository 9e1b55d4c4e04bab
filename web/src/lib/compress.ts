import workerUrl from './compress.worker.ts?worker&url';
import { type Compressed, type CompressRequest, MAX_BYTES, MAX_SIDE } from './compress-messages.ts';
import { startWorker } from './trusted-worker.ts';

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (blob: Blob | null) => void>();

function start(): Worker {
  const started = startWorker(workerUrl);
  started.onmessage = ({ data: { id, blob } }: MessageEvent<Compressed>) => {
    waiting.get(id)?.(blob);
    waiting.delete(id);
  };
  const onCrash = () => {
    started.terminate();
    if (worker === started) worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  // The worker failed to load or crashed: waiting photos are compressed here, and the next one starts a new
  // worker.
  started.onerror = onCrash;
  started.onmessageerror = onCrash;
  return started;
}

/** Compresses on the main thread when the browser's workers cannot draw or the worker did not run. */
async function compressHere(file: Blob): Promise<Blob> {
  const { default: compress } = await import('browser-image-compression');
  return compress(new File([file], 'photo', { type: file.type }), {
    maxSizeMB: MAX_BYTES / 1_048_576,
    maxWidthOrHeight: MAX_SIDE,
    fileType: 'image/jpeg',
    // Its worker would load the library from a CDN.
    useWebWorker: false,
  });
}

/**
 * Compresses a photo before the upload: about 1 MB, at most 1800 px on the longer side, upright. A file that
 * the browser cannot read is uploaded unchanged: the server decides by its content.
 */
export async function compressPhoto(file: Blob): Promise<Blob> {
  worker ??= start();
  const target = worker;
  lastId += 1;
  const id = lastId;
  const blob = await new Promise<Blob | null>((resolve) => {
    waiting.set(id, resolve);
    target.postMessage({ id, file } satisfies CompressRequest);
  });
  return blob ?? compressHere(file).catch(() => file);
}
