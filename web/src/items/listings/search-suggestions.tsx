import { countOfItems } from '@selvedge/shared/platform/titles';
import type { ComboboxList } from '../../ui/combobox.ts';
import { type OptionGroup, OptionList } from '../../ui/option-list.tsx';
import { useTypedSuggestions } from './suggestions.ts';

interface SearchSuggestionsProps {
  list: ComboboxList;
  text: string;
  /** Searches in place of what is typed. */
  onSearch(filter: 'brand' | 'category' | 'q', value: string): void;
}

/** What the search field of the top bar suggests: brands, then categories, then a search of all words. */
export default function SearchSuggestions({ list, text, onSearch }: SearchSuggestionsProps) {
  const typed = text.trim();
  const suggestions = useTypedSuggestions(text, list.isOpen);
  const brands = (suggestions?.brands ?? []).filter(({ items }) => items > 0);
  const categories = suggestions?.categories ?? [];
  const groups: OptionGroup[] = [
    {
      key: 'brands',
      label: 'Brands',
      options: brands.map(({ name, items }) => ({
        ...{ key: name, text: name, detail: countOfItems(items) },
        choose: () => onSearch('brand', name),
      })),
    },
    {
      key: 'categories',
      label: 'Categories',
      options: categories.map((name) => ({
        key: name,
        text: name,
        choose: () => onSearch('category', name),
      })),
    },
    {
      key: 'words',
      label: 'Everything',
      options:
        typed === ''
          ? []
          : [{ key: 'q', text: `Search titles for “${typed}”`, choose: () => onSearch('q', typed) }],
    },
  ];
  return (
    <OptionList list={list} label="Suggestions" groups={groups.filter(({ options }) => options.length > 0)} />
  );
}
