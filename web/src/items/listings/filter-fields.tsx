import { CATEGORIES, CONDITIONS, LISTING_LIMITS, type Sort } from '@selvedge/shared/platform/limits';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { instance } from '../../lib/instance.ts';
import { currencySymbol } from '../../lib/price.ts';
import { Icon } from '../../ui/icon.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { type Filters, priceProblem } from './filters.ts';

const SORT_NAMES: Record<Sort, string> = {
  bumped: 'Recently bumped',
  newest: 'Newest',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
};
/** The most common sizes; any other can be typed. */
const SIZES = [
  'XS',
  'S',
  'M',
  'L',
  'XL',
  'XXL',
  'OS',
  '28',
  '30',
  '32',
  '34',
  '36',
  '40',
  '42',
  '44',
  '46',
  '48',
];

/**
 * The value that a control shows: the filter or, after a change, the new value. URL and filter only follow
 * once the grid has rendered. Chips, Back and links can change the filter, too.
 */
function useShown<T>(value: T): [shown: T, show: (next: T) => void] {
  const [lastValue, setLastValue] = useState(value);
  const [shown, setShown] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setShown(value);
  }
  return [shown, setShown];
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange(value: string): void;
  className?: string;
}

function Select({ label, value, options, onChange, className = '' }: SelectProps) {
  const [shown, show] = useShown(value);
  const change = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    show(target.value);
    onChange(target.value);
  };
  return (
    <label className={`filter ${className} ${shown ? 'is-on' : ''}`}>
      <span className="filter-label">{label}</span>
      <span className="filter-select">
        <select value={shown} onChange={change}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={16} />
      </span>
    </label>
  );
}

interface TextProps {
  label: string;
  placeholder: string;
  value: string;
  /** Cleans the typed text. */
  clean(typed: string): string;
  onCommit(value: string): void;
  /** Commits each change immediately; otherwise on Enter and blur. */
  isEager: boolean;
  list?: string;
}

function TextFilter({ label, value, clean, onCommit, isEager, ...rest }: TextProps) {
  const [text, setText] = useShown(value);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = clean(target.value);
    setText(next);
    if (isEager) onCommit(next);
  };
  const commit = () => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <label className={`filter is-text ${value ? 'is-on' : ''}`}>
      <span className="filter-label">{label}</span>
      <input
        {...rest}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={change}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}

/** A field for one end of the range of prices. What is no price is not committed; the field says why. */
function PriceFilter({ label, placeholder, value, onCommit, isEager }: Omit<TextProps, 'clean' | 'list'>) {
  const [amount, setAmount] = useShown(value);
  const field = useRef<HTMLInputElement>(null);
  const problem = priceProblem(amount);
  // The browser does not submit the form around it then.
  useEffect(() => field.current?.setCustomValidity(problem ?? ''), [problem]);
  const change = (next: string) => {
    setAmount(next);
    if (isEager) onCommit(next);
  };
  const commit = () => {
    if (problem === null && amount !== value) onCommit(amount);
  };
  return (
    <div className={`filter is-text is-money ${value ? 'is-on' : ''}`}>
      <MoneyInput
        ref={field}
        value={amount}
        onValue={change}
        problem={problem}
        aria-invalid={problem !== null}
        placeholder={placeholder}
        enterKeyHint="done"
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        frame={(input) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the input is its child.
          <label>
            <span className="filter-label">{label}</span>
            {input}
          </label>
        )}
      />
    </div>
  );
}

interface CheckProps {
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

function Check({ label, isOn, onChange }: CheckProps) {
  const [shown, show] = useShown(isOn);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    show(target.checked);
    onChange(target.checked);
  };
  return (
    <label className="filter-check">
      <input type="checkbox" checked={shown} onChange={change} />
      {label}
    </label>
  );
}

interface FilterFieldsProps {
  filters: Filters;
  onChange(changed: Partial<Filters>): void;
  isEager?: boolean;
}

const named = (options: readonly string[]) => options.map((option) => [option, option] as const);
const cutSize = (typed: string) => [...typed].slice(0, LISTING_LIMITS.size).join('');

/** The fields of all filters. */
export function FilterFields({ filters, onChange, isEager = false }: FilterFieldsProps) {
  const sizes = useId();
  return (
    <>
      <Select
        label="Category"
        value={filters.category}
        options={[['', 'All categories'], ...named(CATEGORIES)]}
        onChange={(category) => onChange({ category })}
      />
      <Select
        label="Condition"
        value={filters.condition}
        options={[['', 'Any condition'], ...named(CONDITIONS)]}
        onChange={(condition) => onChange({ condition })}
      />
      <TextFilter
        label="Size"
        placeholder="Size"
        list={sizes}
        value={filters.size}
        clean={cutSize}
        onCommit={(size) => onChange({ size })}
        isEager={isEager}
      />
      <datalist id={sizes}>
        {SIZES.map((size) => (
          <option key={size} value={size} />
        ))}
      </datalist>
      <fieldset className="filter-prices">
        <legend className="filter-label">Price ({instance.currency})</legend>
        {(['minPrice', 'maxPrice'] as const).map((name) => (
          <PriceFilter
            key={name}
            label={name === 'minPrice' ? 'Price from' : 'Price to'}
            placeholder={`${currencySymbol()} ${name === 'minPrice' ? 'from' : 'to'}`}
            value={filters[name]}
            onCommit={(value) => onChange({ [name]: value })}
            isEager={isEager}
          />
        ))}
      </fieldset>
      <Check
        label="Hide sold"
        isOn={filters.sold === 'false'}
        onChange={(isOn) => onChange({ sold: isOn ? 'false' : '' })}
      />
    </>
  );
}

/** The field for the sort order. */
export function SortField({ filters, onChange }: FilterFieldsProps) {
  return (
    <Select
      label="Sort by"
      className="is-sort"
      value={filters.sort}
      options={Object.entries(SORT_NAMES).map(([sort, text]) => [sort === 'bumped' ? '' : sort, text])}
      onChange={(sort) => onChange({ sort })}
    />
  );
}
