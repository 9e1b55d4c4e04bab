import {
  ICON_SIZES,
  type IconSize,
  type InstancePicture,
  iconAddress,
  shareAddress,
} from '@selvedge/shared/instance/instance-pictures';

// The storage keys of the instance's logo and icon. Like those of every picture, they are never used again: each begins
// with the time of its upload, and contains the hash of its bytes.

const UNIQUE = '\\d{13}-[0-9a-f]{32}';
const LOGO = new RegExp(`^instance/logo-${UNIQUE}-\\d{1,4}x\\d{1,3}-(?:any|light|dark)(-share)?\\.png$`);
const ICON = new RegExp(`^instance/icon-${UNIQUE}-(${ICON_SIZES.join('|')})\\.png$`);
const HASH_LENGTH = 32;

/** @param hash SHA-256 of the main file, in hex. @param variant the end of its address */
export function newInstanceKey(picture: InstancePicture, hash: string, variant: string, at: Date): string {
  return `instance/${picture}-${at.getTime()}-${hash.slice(0, HASH_LENGTH)}-${variant}.png`;
}

export function isInstanceKey(text: string): boolean {
  return LOGO.test(text) || ICON.test(text);
}

export function mainKey(key: string): string {
  return LOGO.test(key)
    ? key.replace(/-share\.png$/, '.png')
    : key.replace(new RegExp(`-(${ICON_SIZES.join('|')})\\.png$`), '-512.png');
}

export function instanceFileKeys(key: string): string[] {
  return LOGO.test(key) ? [key, shareAddress(key)] : ICON_SIZES.map((size) => iconAddress(key, size));
}

/** The present logo's or icon's file with the role of the one under `key`; null if there is none. */
export function presentAddress(key: string, present: Record<InstancePicture, string>): string | null {
  const [logo, share] = LOGO.exec(key) ?? [];
  if (logo) return present.logo && share ? shareAddress(present.logo) : present.logo || null;
  const [, size] = ICON.exec(key) ?? [];
  return size && present.icon ? iconAddress(present.icon, size as IconSize) : null;
}
