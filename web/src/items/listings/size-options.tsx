import type { SizeGroup, SizesOfGroup } from '@selvedge/shared/items/sizes';
import { formatCount } from '@selvedge/shared/platform/format';
import { useQuery } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';
import type { ComboboxList } from '../../ui/combobox.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { type Filters, sizesAddress } from './filters.ts';

const GROUP_NAMES: Record<SizeGroup, string> = {
  letters: 'Letters',
  waist: 'Waist',
  eu: 'EU',
  uk: 'UK',
  'us-shoes': 'US shoes',
  jp: 'Japan',
  other: 'Other',
};

interface SizeOptionsProps {
  list: ComboboxList;
  filters: Filters;
  onToggle(size: string): void;
}

/** The sizes of what the other filters find, grouped. */
export default function SizeOptions({ list, filters, onToggle }: SizeOptionsProps) {
  const address = sizesAddress(filters);
  const { data = [] } = useQuery({
    queryKey: ['sizes', address],
    queryFn: () => apiList<SizesOfGroup>(address),
    enabled: list.isOpen,
  });
  const chosen = new Set(filters.size.map((size) => size.toUpperCase()));
  const groups = data.map(({ group, sizes }) => ({
    ...{ key: group, label: GROUP_NAMES[group] },
    options: sizes.map(({ size, items }) => ({
      ...{ key: size, text: size, detail: formatCount(items), isSelected: chosen.has(size) },
      choose: () => onToggle(size),
    })),
  }));
  return <OptionList list={list} label="Sizes" groups={groups} isMultiple />;
}
