import { PROFILE_PICTURE_MAX_BYTES, PROFILE_PICTURE_SIDE as SIDE } from '@selvedge/shared/platform/limits';

const UNREADABLE = 'Error processing image';
const CROPPED = 'image/png';

/** A square of a picture, in its pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws a square of a picture as a circle of 400 by 400 pixels. */
async function draw(picture: ImageBitmap, { x, y, width, height }: CropArea): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(UNREADABLE);
  context.beginPath();
  context.arc(SIDE / 2, SIDE / 2, SIDE / 2, 0, 2 * Math.PI);
  context.clip();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(UNREADABLE))), CROPPED),
  );
}

// Browsers that cannot read HEIC files often do not know their type either.
const isHeic = ({ type, name }: File): boolean =>
  /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/** Whether a picture is already cropped; otherwise the server crops it. */
export function isCropped(picture: Blob): boolean {
  return picture.type === CROPPED;
}

/**
 * Checks a chosen file.
 * @returns whether this browser can read it. If not, the server reads and crops a HEIC photo.
 * @throws an error with a text for the user
 */
export async function canCrop(file: File): Promise<boolean> {
  if (!file.type.startsWith('image/') && !isHeic(file)) throw new Error('Invalid file type');
  if (file.size > PROFILE_PICTURE_MAX_BYTES) throw new Error('File too large');
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture && !isHeic(file)) throw new Error(UNREADABLE);
  picture?.close();
  return picture !== null;
}

/**
 * Crops a square of a picture to a circle.
 * @throws an error with a text for the user
 */
export async function cropCircle(file: Blob, area: CropArea): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new Error(UNREADABLE);
  try {
    return await draw(picture, area);
  } finally {
    picture.close();
  }
}
