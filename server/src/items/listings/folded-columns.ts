import { brandKeyOf } from '@selvedge/shared/items/matching';
import { foldSizeWords, foldText } from '@selvedge/shared/platform/fold';

/** The columns that searching and matching compare. */
export function foldedColumns({ brand, size }: { brand: string; size: string }) {
  return {
    brandFolded: foldText(brand),
    brandKey: brandKeyOf(brand),
    sizeWords: foldSizeWords(size),
  };
}
