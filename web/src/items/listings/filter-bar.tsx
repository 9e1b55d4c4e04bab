import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { Icon } from '../../ui/icon.tsx';
import { FilterFields, SortField } from './filter-fields.tsx';
import { type Chip, CLEARED, chipsOf, type Filters, homePath, readFilters } from './filters.ts';

const FilterSheet = lazyChunk(() => import('./filter-sheet.tsx'));

interface ChipsProps {
  chips: Chip[];
  onChange(changed: Partial<Filters>): void;
}

/** The active filters, each with a button to remove it. */
function Chips({ chips, onChange }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label="Active filters">
      {chips.map(({ text, cleared }) => (
        <li key={text}>
          <button type="button" className="chip" onClick={() => onChange(cleared)}>
            <span className="sr">Remove filter: </span>
            {text}
            <Icon name="x" size={14} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="chip is-plain" onClick={() => onChange(CLEARED)}>
          Clear All
        </button>
      </li>
    </ul>
  );
}

interface FilterBarProps {
  filters: Filters;
  /** The name of the seller that the grid is limited to; undefined while it is not known. */
  sellerName?: string | undefined;
}

/** Filters and sorts the grid. All filters are in the URL, for Back and for links. */
export function FilterBar({ filters, sellerName }: FilterBarProps) {
  const navigate = useNavigate();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const chips = chipsOf(filters, sellerName);
  // Starts from the URL, not the rendered filters: a click that blurs a field changes two filters in a row.
  const change = (changed: Partial<Filters>) => {
    const path = homePath({ ...readFilters(new URLSearchParams(location.search)), ...changed });
    // Back would seem to do nothing if the same address came twice.
    if (path !== location.pathname + location.search) void navigate(path);
  };
  // Moves the focus, which was on the removed chip.
  const removeFilter = (cleared: Partial<Filters>) => {
    change(cleared);
    bar.current?.focus({ preventScroll: true });
  };
  return (
    <section className="filters" aria-label="Filters" ref={bar} tabIndex={-1}>
      <div className="filter-bar">
        <div className="filter-fields">
          <FilterFields filters={filters} onChange={change} />
        </div>
        <button
          type="button"
          className="filter-open"
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          <Icon name="filter" size={18} />
          Filters{chips.length > 0 ? ` (${chips.length})` : ''}
        </button>
        <SortField filters={filters} onChange={change} />
      </div>
      <Chips chips={chips} onChange={removeFilter} />
      {isSheetOpen ? (
        <Suspense fallback={null}>
          <FilterSheet filters={filters} onApply={change} onClose={() => setSheetOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
