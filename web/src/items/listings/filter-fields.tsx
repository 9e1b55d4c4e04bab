import { CATEGORIES, CONDITIONS, LISTING_LIMITS, type Sort } from '@selvedge/shared/platform/limits';
import { type ChangeEvent, Suspense, useEffect, useRef, useState } from 'react';
import { instance } from '../../lib/instance.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { currencySymbol, priceProblem } from '../../lib/price.ts';
import { useCombobox } from '../../ui/combobox.ts';
import { Icon } from '../../ui/icon.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import type { Filters } from './filters.ts';

const SORT_NAMES: Record<Sort, string> = {
  bumped: 'Recently bumped',
  newest: 'Newest',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
};
const SizeOptions = lazyChunk(() => import('./size-options.tsx'));

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

/** Adds sizes: chosen from those of the result, or typed. Those that are set are shown as chips. */
function SizeFilter({ filters, onChange }: FilterFieldsProps) {
  const [text, setText] = useState('');
  const { field, list } = useCombobox();
  const { size: sizes } = filters;
  const toggle = (size: string) => {
    const others = sizes.filter((other) => other.toUpperCase() !== size.toUpperCase());
    onChange({ size: others.length < sizes.length ? others : [...sizes, size] });
  };
  const commit = () => {
    const typed = text.trim();
    setText('');
    const isNew = sizes.every((size) => size.toUpperCase() !== typed.toUpperCase());
    if (typed !== '' && isNew) onChange({ size: [...sizes, typed] });
  };
  return (
    <div className={`filter is-text is-size ${sizes.length > 0 ? 'is-on' : ''}`}>
      <label>
        <span className="filter-label">Size</span>
        <input
          {...field}
          placeholder={sizes.length > 0 ? sizes.join(', ').toUpperCase() : 'Size'}
          dir="auto"
          enterKeyHint="done"
          value={text}
          onFocus={list.open}
          onClick={list.open}
          onChange={({ target }) => setText([...target.value].slice(0, LISTING_LIMITS.size).join(''))}
          onBlur={() => {
            list.close();
            commit();
          }}
          onKeyDown={(event) => {
            field.onKeyDown(event);
            if (event.key !== 'Enter' || event.isDefaultPrevented()) return;
            // In the sheet, Enter would submit the form without this size.
            if (text !== '') event.preventDefault();
            commit();
          }}
        />
      </label>
      {list.isOpen ? (
        <Suspense fallback={null}>
          <SizeOptions list={list} filters={filters} onToggle={toggle} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface PriceProps {
  label: string;
  placeholder: string;
  value: string;
  onCommit(value: string): void;
  /** Commits each change immediately; otherwise on Enter and blur. */
  isEager: boolean;
}

/** A field for one end of the range of prices. What is no price is not committed; the field says why. */
function PriceFilter({ label, placeholder, value, onCommit, isEager }: PriceProps) {
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

/** The fields of all filters. */
export function FilterFields({ filters, onChange, isEager = false }: FilterFieldsProps) {
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
      <SizeFilter filters={filters} onChange={onChange} />
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
      options={Object.entries(SORT_NAMES).map(([sort, text]) =>
        // Words are found in the brand first, then in the title.
        sort === 'bumped' ? ['', filters.q ? 'Best match' : text] : [sort, text],
      )}
      onChange={(sort) => onChange({ sort })}
    />
  );
}
