import { InputGroup } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { currencyPrefix } from './currency-prefix.ts';
import { MoneyInput } from './money-input.tsx';
import { Input } from './text-input.tsx';

type PrefixedMoneyInputProps = Omit<ComponentProps<typeof MoneyInput>, 'element' | 'frame'>;

/** A money field after the symbol of its currency. */
export function PrefixedMoneyInput(field: PrefixedMoneyInputProps) {
  return (
    <MoneyInput
      {...field}
      element={Input}
      frame={(input) => <InputGroup {...currencyPrefix()}>{input}</InputGroup>}
    />
  );
}
