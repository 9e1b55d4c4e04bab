/** The pictures that an instance may have of its own. */
export const INSTANCE_PICTURES = ['logo', 'icon'] as const;
export type InstancePicture = (typeof INSTANCE_PICTURES)[number];

/** The largest file that a logo or icon is made from. */
export const INSTANCE_PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** The fewest pixels of a PNG or WebP from which a logo or icon is made; an SVG has any size. */
export const LOGO_MIN_HEIGHT = 64;
export const ICON_MIN_SIDE = 192;
/** How many times as wide as high, or as high as wide, they may be. */
export const LOGO_MAX_WIDTHS = 8;
export const LOGO_MAX_HEIGHTS = 2;
export const ICON_MAX_ASPECT = 2;

/** The background on which a logo is readable: `any`, or only a light or a dark one. */
export type Ground = 'any' | 'light' | 'dark';

const UNIQUE = '\\d{13}-[0-9a-f]{32}';
const LOGO = new RegExp(`^/media/instance/logo-${UNIQUE}-(\\d{1,4})x(\\d{1,3})-(any|light|dark)\\.png$`);
const ICON = new RegExp(`^/media/instance/icon-${UNIQUE}-512\\.png$`);

/** The form of the address of each picture, root-relative. */
export const PICTURE_ADDRESS: Record<InstancePicture, RegExp> = { logo: LOGO, icon: ICON };

interface Logo {
  url: string;
  /** Pixels. */
  width: number;
  height: number;
  ground: Ground;
}

/** The logo at an address, which contains its size; null for none. */
export function logoAt(address: string): Logo | null {
  const [, width, height, ground] = LOGO.exec(address) ?? [];
  return ground === undefined
    ? null
    : { url: address, width: Number(width), height: Number(height), ground: ground as Ground };
}

/** The size in which the previews of shared links show a logo. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;
/** The address of a logo's picture for previews of shared links. */
export function shareAddress(logo: string): string {
  return logo.replace(/\.png$/, '-share.png');
}

/** The sizes of an icon: for tabs, for Apple's home screen, and for an installed app, also cropped to any shape. */
export const ICON_SIZES = ['32', '180', '192', '512', 'maskable-192', 'maskable-512'] as const;
export type IconSize = (typeof ICON_SIZES)[number];
/** The address of an icon in another size. */
export function iconAddress(icon: string, size: IconSize): string {
  return icon.replace(/512\.png$/, `${size}.png`);
}
