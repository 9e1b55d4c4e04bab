import { Field } from '@chakra-ui/react';
import type { AlertMode, SavedSearch } from '@selvedge/shared/items/saved-searches';
import { searchNameOf } from '@selvedge/shared/items/search-queries';
import { SEARCH_NAME_MAX } from '@selvedge/shared/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FieldLabel } from '../../ui/field-label.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { AlertsField } from './alerts-field.tsx';
import { searchesChanged } from './cache.ts';
import { PreviewText } from './preview-text.tsx';
import { SEARCHES_PATH } from './use-saved-searches.ts';

/** How long typing pauses before the preview follows. */
const PREVIEW_DELAY_MS = 400;
const NO_DRAFT = { clear: () => undefined };

interface SearchDialogProps {
  query: string;
  /** The saved search to edit; without one, a new one is saved. */
  search?: SavedSearch;
  onClose: () => void;
}

/** Saves or edits a search, and shows what it would have found. */
export default function SearchDialog({ query, search, onClose }: SearchDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(search?.name ?? searchNameOf(query, instance.currency, null));
  const [leftOut, setLeftOut] = useState('');
  const [alerts, setAlerts] = useState<AlertMode>(search?.alerts ?? 'instant');
  const shownLeftOut = useDebounced(leftOut.trim(), PREVIEW_DELAY_MS);
  const queryWithout = (not: string) =>
    not === '' ? query : String(new URLSearchParams([...new URLSearchParams(query), ['not', not]]));
  const canLeaveOut = !search && !new URLSearchParams(query).has('not');
  const save = async () => {
    const typed = name.trim();
    // Without a name, the server names it, with the name of a seller.
    const body = { ...(typed && { name: typed }), alerts };
    await (search
      ? apiSend('PATCH', `${SEARCHES_PATH}/${search.id}`, body)
      : apiSend('POST', SEARCHES_PATH, { ...body, query: queryWithout(leftOut.trim()) }));
    searchesChanged(queries);
    toast.success(search ? 'Search updated' : 'Search saved');
  };
  return (
    <FormDialog
      title={search ? 'Edit Search' : 'Save This Search'}
      submit={search ? ['Save', 'Saving...'] : ['Save Search', 'Saving...']}
      failed="Failed to save the search. Please try again."
      isValid
      save={save}
      draft={NO_DRAFT}
      onClose={onClose}
    >
      <Field.Root>
        <Field.Label>Name</Field.Label>
        <Input maxLength={SEARCH_NAME_MAX} value={name} onChange={({ target }) => setName(target.value)} />
      </Field.Root>
      {canLeaveOut ? (
        <Field.Root>
          <FieldLabel text="Leave out" isOptional />
          <Input autoCapitalize="off" value={leftOut} onChange={({ target }) => setLeftOut(target.value)} />
          <Field.HelperText>Words, and sellers as @name</Field.HelperText>
        </Field.Root>
      ) : null}
      <AlertsField value={alerts} onChange={setAlerts} />
      <PreviewText query={queryWithout(shownLeftOut)} />
    </FormDialog>
  );
}
