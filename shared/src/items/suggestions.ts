import * as z from 'zod';
import { CATEGORIES } from '../platform/limits.ts';

export const SuggestedBrand = z.object({
  name: z.string(),
  items: z.int().meta({ description: 'Listings on sale and sold; 0 for a house that none has yet' }),
});
export type SuggestedBrand = z.infer<typeof SuggestedBrand>;

/** What a search field suggests for what is typed in it. */
export const Suggestions = z.object({
  brands: z.array(SuggestedBrand).meta({ description: 'Brands with a word that begins so, the best first' }),
  categories: z.array(z.enum(CATEGORIES)),
  nearest: z.array(SuggestedBrand).meta({
    description:
      'Brands of listings that the text may mean, for a search that finds nothing: the house of that other name, one or two letters off, or what some of its words name',
  }),
  spelled: z.string().nullable().meta({
    description:
      'For a text that names no brand: the words to search for as `q`, which find something, with misspelled ones corrected',
  }),
});
export type Suggestions = z.infer<typeof Suggestions>;
