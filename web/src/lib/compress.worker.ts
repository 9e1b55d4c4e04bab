import { type Compressed, type CompressRequest, MAX_BYTES, MAX_SIDE } from './compress-messages.ts';

const QUALITY_START = 0.86;
const QUALITY_END = 0.46;
const QUALITY_STEP = 0.1;

/** Decodes, rotates, scales and encodes a photo, off the main thread. */
async function compress(file: Blob): Promise<Blob> {
  const full = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, MAX_SIDE / Math.max(full.width, full.height));
  const width = Math.max(1, Math.round(full.width * scale));
  const height = Math.max(1, Math.round(full.height * scale));
  const scaled = await createImageBitmap(full, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });
  full.close();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas');
  // Transparent areas become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(scaled, 0, 0);
  scaled.close();
  for (let quality = QUALITY_START; ; quality -= QUALITY_STEP) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (blob.size <= MAX_BYTES || quality <= QUALITY_END) return blob;
  }
}

self.onmessage = async ({ data: { id, file } }: MessageEvent<CompressRequest>) => {
  const blob = await compress(file).catch(() => null);
  self.postMessage({ id, blob } satisfies Compressed);
};
