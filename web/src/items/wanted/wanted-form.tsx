import '../../lib/no-eval.ts';
import { Dialog, Text } from '@chakra-ui/react';
import { type Wanted, WantedFields } from '@selvedge/shared/items/wanted';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api, isNotFound } from '../../lib/api.ts';
import { POSTED_EARLIER } from '../../lib/posting.ts';
import { useFormDraft } from '../../lib/session/use-form-draft.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { sendNamed } from '../../lib/session/username-question.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { RestoredNote } from '../../ui/restored-note.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import { wantedReceived } from './cache.ts';
import { type FormValues, wantedDraft } from './draft.ts';
import { WantedFieldset } from './wanted-fieldset.tsx';

const CREATING = {
  title: 'Create a WTB Request',
  text: 'Post a request for an item you want to buy. Other users can message you if they have it.',
  submit: ['Create WTB', 'Creating...'],
  done: 'Your WTB listing has been created!',
  failed: 'Failed to create WTB listing',
} as const;
const EDITING = {
  title: 'Edit WTB Request',
  text: 'Everyone sees your changes right away.',
  submit: ['Save Changes', 'Saving...'],
  done: 'Your WTB listing has been updated!',
  failed: 'Failed to update WTB listing',
} as const;

interface WantedFormProps {
  /** The WTB to edit; null creates a new one. */
  wanted: Wanted | null;
  /** What is filled in a new WTB's form. */
  start?: Partial<FormValues> | undefined;
  /** The form was saved or cancelled. */
  onClose: () => void;
  /** The draft was cleared: a new form replaces this one. */
  onStartOver: () => void;
  /** @returns whether the caller continues from here and closes the dialog itself */
  onSaved?: (wanted: Wanted) => Promise<boolean>;
}

/** Header, fields and buttons of a WTB's form, for a dialog. Unsaved input is stored in this tab. */
export function WantedForm({ wanted, start = {}, onClose, onSaved, onStartOver }: WantedFormProps) {
  const queries = useQueryClient();
  // Whether this form's new WTB turned out to be posted already, with other content: saving then edits it.
  const [isPosted, setPosted] = useState(false);
  const isEdit = wanted !== null || isPosted;
  const texts = isEdit ? EDITING : CREATING;
  const user = useUser();
  // Live updates must not overwrite the form, and signing in as another member must not change whose draft it
  // is.
  const [draft] = useState(() => wantedDraft(user?.id ?? '', wanted, start));
  const [typed] = useState(() => draft.load());
  const form = useForm<FormValues>({
    resolver: formResolver(WantedFields),
    defaultValues: typed,
  });
  const { isSubmitting } = form.formState;
  useEffect(() => form.setFocus('title'), [form]);
  useFormDraft(form, draft, isPosted);

  const save = async () => {
    const values = form.getValues();
    const change = ({ id }: Wanted) => api<Wanted>('PUT', `/api/wtb-listings/${id}`, values);
    let saved: Wanted;
    try {
      if (wanted) saved = await change(wanted);
      else {
        const { posted, isAsTyped } = await draft.post<Wanted>('/api/wtb-listings', values, WantedFields);
        if (!isAsTyped && !isPosted) {
          setPosted(true);
          toast.error(...POSTED_EARLIER);
          return;
        }
        saved = isAsTyped ? posted : await change(posted);
      }
      wantedReceived(queries, saved);
    } catch (error) {
      if (isNotFound(error)) setPosted(false);
      showFailure(error, texts.failed);
      return;
    }
    draft.clear();
    toast.success(texts.done);
    if (await onSaved?.(saved)) return;
    onClose();
  };
  return (
    <form
      onSubmit={(event) => void form.handleSubmit(() => sendNamed(save))(event)}
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
        {draft.isRestored ? (
          <RestoredNote
            onStartOver={() => {
              draft.clear();
              onStartOver();
            }}
          />
        ) : null}
        <WantedFieldset form={form} />
      </Dialog.Body>
      <FormFooter submit={texts.submit} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}
