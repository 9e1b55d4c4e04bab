import './money-input.css';
import { parseMoney, readMoney } from '@selvedge/shared/platform/money';
import {
  type ComponentProps,
  type ElementType,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { formatExactPrice } from '../lib/price.ts';

/** Keys of number fields that amounts of money do not contain. */
const REJECTED_KEYS = ['e', 'E', '+', '-'];

function rejectKeys(event: KeyboardEvent): void {
  if (REJECTED_KEYS.includes(event.key) && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

/** The text of a field for `value`: as it was typed, until the value changes by anything else. */
function useTyped(value: string): [typed: string, type: (text: string) => void] {
  const [typed, type] = useState(value);
  return [readMoney(typed) === value ? typed : value, type];
}

interface MoneyInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The amount, or the typed text if it is none. */
  value: string;
  onValue: (value: string) => void;
  /** Said under the field instead of the amount. */
  problem?: string | null;
  /** Draws the field in the style of its form; by default, it is a bare `input`. */
  element?: ElementType;
  /** Draws what stands around the field, such as its label. */
  frame?: (field: ReactElement<object>) => ReactNode;
}

/** The field of an amount. It keeps the text as typed, and says under it how that is understood. */
export function MoneyInput(props: MoneyInputProps) {
  const {
    value,
    onValue,
    problem,
    element: Element = 'input',
    frame = (field: ReactElement<object>) => field,
    ...rest
  } = props;
  const [typed, type] = useTyped(value);
  const amount = parseMoney(typed);
  return (
    <>
      {frame(
        <Element
          {...rest}
          dir="auto"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            rejectKeys(event);
            rest.onKeyDown?.(event);
          }}
          onChange={({ target }: { target: HTMLInputElement }) => {
            type(target.value);
            onValue(readMoney(target.value));
          }}
        />,
      )}
      {/* Always rendered: a live region must exist before its text changes. */}
      <span className={`money-echo ${problem ? 'is-problem' : ''}`} aria-live="polite">
        {problem ?? (amount === null ? null : formatExactPrice(amount))}
      </span>
    </>
  );
}
