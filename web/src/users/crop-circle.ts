import { PROFILE_PICTURE_MAX_BYTES, PROFILE_PICTURE_SIDE as SIDE } from '@selvedge/shared/limits';

const UNREADABLE = 'Error processing image';
const CROPPED = 'image/png';

/** Crops the centred square of a picture to a circle of 400 by 400 pixels. */
async function draw(picture: ImageBitmap): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(UNREADABLE);
  const { width, height } = picture;
  const side = Math.min(width, height);
  context.beginPath();
  context.arc(SIDE / 2, SIDE / 2, SIDE / 2, 0, 2 * Math.PI);
  context.clip();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(UNREADABLE))), CROPPED),
  );
}

// Browsers that cannot read HEIC files often do not know their type either.
const isHeic = ({ type, name }: File): boolean =>
  /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/** Whether a picture is cropped already; otherwise the server crops it. */
export const isCropped = (picture: Blob): boolean => picture.type === CROPPED;

/**
 * Crops a chosen file to a profile picture. A HEIC photo that the browser cannot read stays as it is: the server can
 * read it, and crops the same circle.
 * @throws an error whose message a person may read
 */
export async function cropCircle(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/') && !isHeic(file)) throw new Error('Invalid file type');
  if (file.size > PROFILE_PICTURE_MAX_BYTES) throw new Error('File too large');
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture && isHeic(file)) return file;
  if (!picture) throw new Error(UNREADABLE);
  try {
    return await draw(picture);
  } finally {
    picture.close();
  }
}
