import sharp from 'sharp';

/** Pixels of a profile picture, each way. */
export const PORTRAIT_SIDE = 400;

interface Face {
  ground: string;
  skin: string;
  hair: string;
  clothes: string;
  /** Hair behind the head, hair over the forehead. */
  behind: string;
  over: string;
  collar: string;
  extra?: string;
}

const CREW_NECK = 'M150 318 C170 350 230 350 250 318';
const OPEN_COLLAR = 'M150 306 L200 380 L250 306 M150 306 L128 336 L176 372 M250 306 L272 336 L224 372';

const FACES = {
  bob: {
    ground: '#d9cfc0',
    skin: '#e8c3a5',
    hair: '#3a2a22',
    clothes: '#2c3852',
    collar: CREW_NECK,
    behind:
      'M114 190 C100 96 150 58 200 58 C252 58 300 96 286 190 C292 240 284 268 270 276 L130 276 C116 266 108 240 114 190 Z',
    over: 'M128 176 C126 108 160 84 206 84 C250 84 276 112 272 178 C262 150 244 134 214 128 C180 150 148 150 128 176 Z',
  },
  beard: {
    ground: '#b9c3c4',
    skin: '#d9a982',
    hair: '#5b3a22',
    clothes: '#5c5b42',
    collar: OPEN_COLLAR,
    behind: 'M130 170 C124 100 156 70 202 70 C248 70 278 100 270 170 Z',
    over: 'M130 168 C128 116 158 92 204 90 C246 92 272 116 270 168 C262 140 250 126 232 122 C200 128 160 122 146 132 C138 142 134 152 130 168 Z',
    extra:
      '<path d="M134 204 C138 268 164 300 200 300 C236 300 262 268 266 204 C254 226 240 232 224 230 C208 224 192 224 176 230 C160 232 146 226 134 204 Z" fill="#4f321d"/><path d="M182 246 C194 252 206 252 218 246" stroke="#a9695a" stroke-width="6" stroke-linecap="round" fill="none"/>',
  },
  fringe: {
    ground: '#e6ddd0',
    skin: '#f0d0b0',
    hair: '#1d1b1e',
    clothes: '#26272b',
    collar: CREW_NECK,
    behind:
      'M120 180 C110 90 156 60 200 60 C246 60 292 92 280 180 C284 280 292 330 300 360 L252 350 L148 350 L100 360 C110 320 116 260 120 180 Z',
    over: 'M128 186 C124 110 162 82 202 82 C242 82 276 110 272 186 C262 172 256 168 250 166 L150 166 C142 168 136 174 128 186 Z',
  },
  bun: {
    ground: '#c7cdd6',
    skin: '#edc8ac',
    hair: '#c39a5e',
    clothes: '#e4e1d9',
    collar: CREW_NECK,
    behind:
      'M126 180 C116 104 156 72 200 72 C246 72 284 104 274 180 Z M162 92 C154 52 180 34 202 34 C226 34 246 54 238 92 Z',
    over: 'M128 178 C128 112 162 90 200 88 C240 90 272 112 272 178 C262 146 240 124 204 120 C164 124 140 146 128 178 Z',
  },
  glasses: {
    ground: '#cdbfa9',
    skin: '#d7a77d',
    hair: '#6f6a63',
    clothes: '#2f3647',
    collar: OPEN_COLLAR,
    behind: 'M128 186 C116 110 150 78 200 78 C250 78 284 110 272 186 Z',
    over: 'M128 180 C128 122 152 100 178 100 C160 116 148 136 140 168 Z M272 180 C272 122 248 100 222 100 C240 116 252 136 260 168 Z',
    extra:
      '<g fill="none" stroke="#2a2320" stroke-width="5"><circle cx="168" cy="194" r="24"/><circle cx="232" cy="194" r="24"/><path d="M192 192 C197 187 203 187 208 192 M144 190 L130 184 M256 190 L270 184"/></g>',
  },
  curls: {
    ground: '#c9b8ae',
    skin: '#9a6a48',
    hair: '#2a1c16',
    clothes: '#a3825a',
    collar: CREW_NECK,
    behind: [
      [130, 130, 50],
      [170, 92, 50],
      [226, 88, 50],
      [272, 126, 50],
      [292, 182, 46],
      [108, 186, 46],
      [116, 242, 40],
      [286, 240, 40],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `M${x - r} ${y} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 Z`,
      )
      .join(' '),
    over: 'M130 178 C130 130 160 106 200 106 C240 106 270 130 270 178 C258 150 240 142 222 148 C206 136 188 138 178 148 C158 142 142 152 130 178 Z',
  },
  cap: {
    ground: '#aeb2a4',
    skin: '#e0b694',
    hair: '#4a3a2c',
    clothes: '#24252a',
    collar: CREW_NECK,
    behind: 'M126 188 C120 116 156 84 200 84 C244 84 280 116 274 188 L272 224 L128 224 Z',
    over: '',
    extra:
      '<path d="M122 170 C118 96 152 62 200 62 C248 62 282 96 278 170 C226 152 174 152 122 170 Z" fill="#8d4f31"/><path d="M118 172 C160 146 240 146 282 172 C252 166 226 184 200 184 C174 184 148 166 118 172 Z" fill="#6f3c25"/><circle cx="200" cy="64" r="6" fill="#6f3c25"/>',
  },
} as const satisfies Record<string, Face>;

const FEATURES =
  '<g stroke="#3a2a24" stroke-width="5" stroke-linecap="round" fill="none"><path d="M156 172 C162 166 172 166 180 170 M220 170 C228 166 238 166 244 172"/></g>' +
  '<circle cx="168" cy="194" r="5.5" fill="#2a211e"/><circle cx="232" cy="194" r="5.5" fill="#2a211e"/>' +
  '<path d="M200 196 C196 214 192 220 202 224" stroke="#00000040" stroke-width="5" fill="none" stroke-linecap="round"/>' +
  '<path d="M182 250 C194 260 210 260 220 249" stroke="#a9584c" stroke-width="6" fill="none" stroke-linecap="round"/>';

const portrait = ({ ground, skin, hair, clothes, behind, over, collar, extra = '' }: Face): string =>
  `<rect width="400" height="400" fill="${ground}"/>` +
  `<path d="${behind}" fill="${hair}"/>` +
  `<path d="M168 250 L168 320 L232 320 L232 250 Z" fill="${skin}"/><path d="M168 268 C180 292 220 292 232 268 L232 286 C216 306 184 306 168 286 Z" fill="#0002"/>` +
  `<path d="M40 400 C48 336 104 318 152 308 C170 344 230 344 248 308 C296 318 352 336 360 400 Z" fill="${clothes}"/>` +
  `<path d="${collar}" fill="none" stroke="#fff4" stroke-width="5"/>` +
  `<ellipse cx="200" cy="196" rx="70" ry="88" fill="${skin}"/>` +
  `${FEATURES}<path d="${over}" fill="${hair}"/>${extra}`;

/** Members who would rather show something else. */
const SCENES = {
  indigo:
    '<rect width="400" height="400" fill="#26324a"/>' +
    Array.from(
      { length: 50 },
      (_, i) =>
        `<path d="M${i * 16 - 400} 400 L${i * 16} 0" stroke="#3b4c6c" stroke-width="3" stroke-opacity=".55"/>`,
    ).join('') +
    '<rect x="286" width="64" height="400" fill="#ece8de"/><path d="M318 0 L318 400" stroke="#b3303a" stroke-width="9"/><path d="M286 0 L286 400 M350 0 L350 400" stroke="#1b2436" stroke-width="4"/>' +
    '<path d="M40 0 L40 400 M58 0 L58 400" stroke="#c08a4a" stroke-width="6" stroke-dasharray="22 10"/>',
  sheep:
    '<rect width="400" height="400" fill="#a9b7a2"/><path d="M0 300 C100 270 300 280 400 310 L400 400 L0 400 Z" fill="#7f9475"/>' +
    '<g fill="#efe9dc">' +
    [
      [150, 200, 58],
      [214, 178, 60],
      [268, 214, 56],
      [240, 262, 58],
      [168, 262, 56],
      [206, 230, 70],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
      .join('') +
    '</g>' +
    '<g stroke="#3a322c" stroke-width="15" stroke-linecap="round"><path d="M170 306 L168 352 M206 312 L206 356 M244 308 L248 352"/></g>' +
    '<path d="M92 176 C84 214 100 252 128 252 C154 250 160 206 146 178 C130 160 102 158 92 176 Z" fill="#3a322c"/><path d="M92 184 C72 178 64 192 72 204 C82 208 92 200 92 184 Z M146 184 C164 176 174 188 168 202 C158 208 148 200 146 184 Z" fill="#2e2723"/><circle cx="110" cy="206" r="5" fill="#fff"/><circle cx="134" cy="206" r="5" fill="#fff"/><circle cx="120" cy="170" r="24" fill="#f6f1e6"/>',
  ridge:
    '<rect width="400" height="400" fill="#dfe3e4"/><circle cx="280" cy="112" r="42" fill="#e2b07a"/>' +
    '<path d="M0 250 L90 150 L150 214 L232 104 L330 226 L400 166 L400 400 L0 400 Z" fill="#93a1a8"/><path d="M232 104 L268 148 L246 160 L228 146 L204 162 L196 152 Z M90 150 L112 174 L92 180 L70 172 Z" fill="#f4f4f1"/>' +
    '<path d="M0 310 L110 236 L210 306 L300 246 L400 320 L400 400 L0 400 Z" fill="#5f6f74"/><path d="M0 356 C120 320 260 372 400 340 L400 400 L0 400 Z" fill="#39464a"/>',
} as const;

export type PortraitName = keyof typeof FACES | keyof typeof SCENES;

/** A profile picture as PNG bytes; like the garments it can be drawn only `withDrawings`. */
export function drawPortrait(name: PortraitName): Promise<Buffer> {
  const drawing =
    name in SCENES ? SCENES[name as keyof typeof SCENES] : portrait(FACES[name as keyof typeof FACES]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT_SIDE}" height="${PORTRAIT_SIDE}">${drawing}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}
