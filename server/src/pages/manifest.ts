import { type IconSize, iconAddress } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { THEME_ACCENT } from '@selvedge/shared/platform/theme-accent';

/** Home screens cut longer names off. */
const SHORT_NAME_MAX = 12;
const DESCRIPTION = 'A marketplace for secondhand designer clothing where buyers and sellers talk live.';

const ICONS = [
  { src: '/icons/mark-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/mark-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/mark-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icons/mark-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
];

const OWN_ICONS: [size: IconSize, side: number, purpose: string][] = [
  ['192', 192, 'any'],
  ['512', 512, 'any'],
  ['maskable-192', 192, 'maskable'],
  ['maskable-512', 512, 'maskable'],
];
const ownIcons = (icon: string): typeof ICONS =>
  OWN_ICONS.map(([size, side, purpose]) => ({
    ...{ src: iconAddress(icon, size), sizes: `${side}x${side}`, type: 'image/png', purpose },
  }));

/** As many of the first words as fit below an icon; a single long word stays whole. */
function shortName(name: string): string {
  const [first = name, ...words] = name.split(' ');
  return words.reduce((short, word) => {
    const longer = `${short} ${word}`;
    return name.startsWith(longer) && longer.length <= SHORT_NAME_MAX ? longer : short;
  }, first);
}

/** The web app manifest, by which browsers install the instance: https://www.w3.org/TR/appmanifest/ */
export function manifestOf({ name, tagline, accent, icon }: InstanceSettings) {
  return {
    id: '/',
    name,
    short_name: shortName(name),
    description: tagline || DESCRIPTION,
    start_url: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: accent || THEME_ACCENT,
    icons: icon === '' ? ICONS : ownIcons(icon),
  };
}
