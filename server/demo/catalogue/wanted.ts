import type { Age } from './listing.ts';
import type { MemberName } from './members.ts';

export interface DemoWanted {
  buyer: MemberName;
  title: string;
  brand: string;
  size: string;
  /** Whole US dollars. */
  maxPrice: number;
  listed: Age;
  description: string | null;
}

/** The members' WTBs. */
export const WANTED: readonly DemoWanted[] = [
  {
    buyer: 'odile',
    title: 'Ring coat, indigo or black',
    brand: 'Kapital',
    size: '2 or 3',
    maxPrice: 900,
    listed: '2d',
    description: 'Any season. Fading is welcome, holes are not. I have looked for this one since 2021.',
  },
  {
    buyer: 'marlow',
    title: 'Loopwheel sweatshirt in grey heather',
    brand: 'Strike Gold',
    size: 'L',
    maxPrice: 160,
    listed: '55m',
    description: 'Freedom sleeve if there is one out there. Pit to pit 57 cm or more.',
  },
  {
    buyer: 'tkwn',
    title: 'Social Sculpture 101 jeans, unhemmed',
    brand: 'Visvim',
    size: '32',
    maxPrice: 450,
    listed: '6h',
    description: 'Raw or close to it.',
  },
  {
    buyer: 'juniper',
    title: 'Twisted trousers in dark chocolate',
    brand: 'Lemaire',
    size: '36',
    maxPrice: 320,
    listed: '20h',
    description: 'The cotton ones, not the wool. I am in Brooklyn and can collect.',
  },
  {
    buyer: 'lenab',
    title: 'Third cut jeans, digital denim print',
    brand: 'Our Legacy',
    size: '30',
    maxPrice: 180,
    listed: '3d',
    description: 'also interested in a size 31.',
  },
  {
    buyer: 'ayakom',
    title: 'Wool serge wide trousers, AW',
    brand: 'Comme des Garçons',
    size: 'S',
    maxPrice: 280,
    listed: '4d',
    description: 'Please tell me the AD year and the waist. Thank you.',
  },
  {
    buyer: 'slowcloth',
    title: 'A proper ganseys jumper, navy',
    brand: 'Guernsey Woollens',
    size: '44',
    maxPrice: 120,
    listed: '5d',
    description: 'Tight, heavy, patterned at the yoke. I will give it work to do.',
  },
  {
    buyer: 'northbeam',
    title: 'Mionn IS comp jacket',
    brand: "Arc'teryx Veilance",
    size: 'M',
    maxPrice: 350,
    listed: '7d',
    description: '- black or soot\n- no delamination',
  },
  {
    buyer: 'pietro',
    title: 'Chiltern boots, last 1069',
    brand: 'Edward Green',
    size: 'UK 8',
    maxPrice: 600,
    listed: '9d',
    description: 'Dark oak preferred. Resoled is fine, cracked is not.',
  },
  {
    buyer: 'secondrow',
    title: 'Scab era knit, any colour',
    brand: 'Undercover',
    size: '2 to 4',
    maxPrice: 1_100,
    listed: '13d',
    description: 'Serious offers, photos of the label please.',
  },
  {
    buyer: 'odile',
    title: 'MHL apron dress, ecru',
    brand: 'Margaret Howell',
    size: 'S',
    maxPrice: 140,
    listed: '17d',
    description: null,
  },
  {
    buyer: 'marlow',
    title: 'FA pants, olive ripstop',
    brand: 'Engineered Garments',
    size: '34',
    maxPrice: 130,
    listed: '22d',
    description: 'Paint is fine, it adds to them.',
  },
  {
    buyer: 'juniper',
    title: 'Half moon bag in brown suede',
    brand: 'The Row',
    size: 'OS',
    maxPrice: 750,
    listed: '31d',
    description: 'Gentle wear only.',
  },
];
