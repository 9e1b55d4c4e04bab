import { SHARE_SIZE } from '@selvedge/shared/instance/instance-pictures';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import './decoders.ts';

function sizeOf(key: string): { width: number; height: number } {
  if (key.endsWith('-share.png')) return SHARE_SIZE;
  const [, width, height] = /-(\d+)x(\d+)-\w+\.png$/.exec(key) ?? [];
  const side = /-(\d+)\.png$/.exec(key)?.[1];
  return { width: Number(width ?? side), height: Number(height ?? side) };
}

/** Whether it is an intact PNG of the size that its name promises. */
export async function isInstanceFile(path: string, key: string): Promise<boolean> {
  if ((await fileTypeFromFile(path))?.mime !== 'image/png') return false;
  const { width, height } = sizeOf(key);
  const decode = sharp(path, { limitInputPixels: width * height, failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decode.then(
    ({ info }) => info.width === width && info.height === height,
    () => false,
  );
}
