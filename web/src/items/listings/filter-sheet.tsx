import { Button, Dialog } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { DialogFrame } from '../../ui/dialog.tsx';
import { FilterFields } from './filter-fields.tsx';
import { CLEARED, type Filters } from './filters.ts';

interface FilterSheetProps {
  filters: Filters;
  onApply(changed: Partial<Filters>): void;
  onClose(): void;
}

/** The filters for pages without room for the bar; they are applied all at once. */
export default function FilterSheet({ filters, onApply, onClose }: FilterSheetProps) {
  const [draft, setDraft] = useState(filters);
  const change = (changed: Partial<Filters>) => setDraft((known) => ({ ...known, ...changed }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onApply(draft);
  };
  return (
    <DialogFrame size="form" onClose={onClose}>
      <Dialog.Header alignItems="center" justifyContent="space-between" borderBottomWidth="1px" py="3">
        <Dialog.Title>Filters</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="5">
        <form id="filter-sheet" className="filter-sheet" onSubmit={apply}>
          <FilterFields filters={draft} onChange={change} isEager />
        </form>
      </Dialog.Body>
      <Dialog.Footer borderTopWidth="1px" pt="4">
        <Button variant="outline" onClick={() => change(CLEARED)}>
          Clear All
        </Button>
        <Button type="submit" form="filter-sheet" colorPalette="indigo">
          Show Items
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
