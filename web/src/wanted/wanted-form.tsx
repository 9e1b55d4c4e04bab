import '../lib/no-eval.ts';
import { Button, Dialog, Text } from '@chakra-ui/react';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { NewWanted, type Wanted } from '@selvedge/shared/wanted';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { tellFailure } from '../ui/tell-failure.ts';
import { toast } from '../ui/toast.ts';
import { wantedTold } from './cache.ts';
import { clearDraft, type FormValues, loadDraft, saveDraft } from './draft.ts';
import { WantedFieldset } from './wanted-fieldset.tsx';

const CREATING = {
  title: 'Create a WTB Request',
  text: 'Post a request for an item you want to buy. Other users can message you if they have it.',
  submit: 'Create WTB',
  pending: 'Creating...',
  done: 'Your WTB listing has been created!',
  failed: 'Failed to create WTB listing',
};
const EDITING = {
  title: 'Edit WTB Request',
  text: 'Everybody sees the new text at once.',
  submit: 'Save Changes',
  pending: 'Saving...',
  done: 'Your WTB listing has been updated!',
  failed: 'Failed to update WTB listing',
};

interface WantedFormProps {
  /** The request to say anew; null is a new one. */
  wanted: Wanted | null;
  /** Saved, or given up. */
  onClose: () => void;
}

/** Header, fields and buttons of a request, for a dialog. What is typed waits in this tab until it is saved. */
export function WantedForm({ wanted, onClose }: WantedFormProps) {
  const queries = useQueryClient();
  const texts = wanted ? EDITING : CREATING;
  const id = wanted?.id ?? null;
  const form = useForm<FormValues>({
    // The schema reads texts and gives what the server wants; the server gets the texts and reads them itself.
    resolver: standardSchemaResolver(NewWanted) as never,
    // biome-ignore lint/correctness/useExhaustiveDependencies: a fact about the request does not change what is typed.
    defaultValues: useMemo(() => loadDraft(wanted), []),
  });
  const { isSubmitting } = form.formState;
  useEffect(() => {
    form.setFocus('title');
    return form.subscribe({
      formState: { values: true },
      callback: () => saveDraft(id, form.getValues()),
    });
  }, [form, id]);

  const save = async () => {
    const values = form.getValues();
    try {
      const saved = await (wanted
        ? api<Wanted>('PUT', `/api/wtb-listings/${wanted.id}`, values)
        : api<Wanted>('POST', '/api/wtb-listings', values));
      wantedTold(queries, saved);
    } catch (error) {
      tellFailure(error, texts.failed);
      return;
    }
    clearDraft(id);
    toast.success(texts.done);
    onClose();
  };
  const cancel = () => {
    // A new request is kept to go on with; changes given up are not.
    if (wanted) clearDraft(id);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      noValidate
      style={{ display: 'contents' }}
    >
      <Dialog.Header borderBottomWidth="1px" pb="4" flexDirection="column" alignItems="flex-start" gap="1">
        <Dialog.Title>{texts.title}</Dialog.Title>
        <Text textStyle="sm" color="fg.muted">
          {texts.text}
        </Text>
      </Dialog.Header>
      <Dialog.Body pt="5">
        <WantedFieldset form={form} />
      </Dialog.Body>
      <Dialog.Footer borderTopWidth="1px" pt="4">
        <Button type="button" variant="outline" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" colorPalette="indigo" disabled={isSubmitting}>
          {isSubmitting ? texts.pending : texts.submit}
        </Button>
      </Dialog.Footer>
    </form>
  );
}
