import { brandKeyOf } from '@selvedge/shared/items/matching';
import { type SearchTexts, searchWordsOf } from '@selvedge/shared/items/search-words';
import { foldText } from '@selvedge/shared/platform/fold';
import { foldSizeWords } from '@selvedge/shared/platform/fold-size';

/** The columns that searching and matching compare. */
export function foldedColumns({ brand, size, title, description }: SearchTexts & { size: string }) {
  return {
    brandFolded: foldText(brand),
    brandKey: brandKeyOf(brand),
    sizeWords: foldSizeWords(size),
    searchWords: searchWordsOf({ brand, title, description }),
  };
}
