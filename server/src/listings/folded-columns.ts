import { foldSizeWords, foldText } from '@selvedge/shared/fold';
import { brandKeyOf } from '@selvedge/shared/matching';

/** The columns that searching and matching compare. */
export const foldedColumns = ({ brand, size }: { brand: string; size: string }) => ({
  brandFolded: foldText(brand),
  brandKey: brandKeyOf(brand),
  sizeWords: foldSizeWords(size),
});
