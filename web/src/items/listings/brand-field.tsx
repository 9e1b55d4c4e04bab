import { Box } from '@chakra-ui/react';
import { countOfItems } from '@selvedge/shared/platform/titles';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useCombobox } from '../../ui/combobox.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { Input } from '../../ui/text-input.tsx';
import type { FormValues } from './draft.ts';
import { useTypedSuggestions } from './suggestions.ts';

/** The brand, completed from those already there and from the names of houses; what the seller types stays. */
export function BrandField({ form }: { form: UseFormReturn<FormValues> }) {
  const { field } = useController({ control: form.control, name: 'brand' });
  const combobox = useCombobox();
  const brands = useTypedSuggestions(field.value, combobox.list.isOpen)?.brands ?? [];
  const options = brands
    .filter(({ name }) => name !== field.value)
    .map(({ name, items }) => ({
      ...{ key: name, text: name },
      ...(items > 0 ? { detail: countOfItems(items) } : {}),
      choose: () => field.onChange(name),
    }));
  return (
    <Box position="relative" w="full">
      <Input
        {...field}
        {...combobox.field}
        onChange={(event) => {
          field.onChange(event);
          combobox.list.open();
        }}
        onBlur={() => {
          combobox.list.close();
          field.onBlur();
        }}
      />
      <OptionList
        list={combobox.list}
        label="Brands"
        groups={options.length === 0 ? [] : [{ key: 'brands', label: 'Brands', options }]}
      />
    </Box>
  );
}
