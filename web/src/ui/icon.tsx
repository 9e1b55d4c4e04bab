// Drawn on a grid of 24 by 24, with a single stroke.
const PATHS = {
  archive: 'M4 5h16v4H4zm1.5 4v10h13V9M10 13h4',
  back: 'M19 12H5m6 7-7-7 7-7',
  check: 'm5 13 4 4L19 7',
  chevron: 'm6 9 6 6 6-6',
  down: 'M12 5v14m7-7-7 7-7-7',
  expand: 'M14 4h6v6m0-6-7 7M10 20H4v-6m0 6 7-7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 2.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  filter: 'M4 7h16M7 12h10M10 17h4',
  flag: 'M5 21V4h13l-2.5 4.5L18 13H5',
  heart: 'M12 20S3 15 3 9a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 6-9 11-9 11Z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  bell: 'M6 16.5c1.2-1.3 1.5-3 1.5-5.5a4.5 4.5 0 0 1 9 0c.1 2 .5 3.4 1.5 5.5H6M10.5 20h3',
  muted: 'M6 16.5c1.2-1.3 1.5-3 1.5-5.5a4.5 4.5 0 0 1 8-2.8M17 12c.1 2 .5 3.4 1.5 4.5H9M10.5 20h3M4 3l16 18',
  left: 'm15 18-6-6 6-6',
  message: 'M20.5 11.5a8.5 8.5 0 0 1-12.4 7.6L3.5 20.5l1.4-4.4A8.5 8.5 0 1 1 20.5 11.5Z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  photo: 'M4 4h16v16H4zm0 12 5-5 4 4 3-3 4 4M15.5 8.5h.01',
  plus: 'M12 5v14M5 12h14',
  retry: 'M4 12a8 8 0 1 1 2.3 5.7M4 18v-5h5',
  right: 'm9 18 6-6-6-6',
  search: 'm20 20-4.2-4.2M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  send: 'M12 20V4m-7 7 7-7 7 7',
  share: 'M12 3v12m-4-8 4-4 4 4M7 11H5v10h14V11h-2',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v5m0 2.6h.01',
  x: 'M6 6l12 12M18 6 6 18',
} as const;
export type IconName = keyof typeof PATHS;

/** Hidden from screen readers: the surrounding element has the accessible name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'grip' || name === 'more' ? 2.6 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
