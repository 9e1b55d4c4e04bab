import { Dialog, Grid } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { draftOf } from '../../lib/draft.ts';
import { instance } from '../../lib/instance.ts';
import { useFormDraft } from '../../lib/session/use-form-draft.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { MoneyField, OneField } from '../../ui/form-field.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';

interface PriceFormProps<V extends FieldValues> {
  title: string;
  /** What the draft is for, such as `discount:` and the listing's id. */
  of: string;
  form: UseFormReturn<V>;
  name: Path<V>;
  /** By default, the price is a new one. */
  label?: string;
  /** The button's text, and its text while the form is being submitted. */
  submit: [string, string];
  /** @returns whether it was saved */
  save: () => Promise<boolean>;
  onClose: () => void;
  /** Shown above the field, and below it. */
  above: ReactNode;
  below?: ReactNode;
}

/** A dialog with one price field. */
export function PriceForm<V extends FieldValues>(props: PriceFormProps<V>) {
  const { title, of, form, name, label = 'New Price', submit, save, onClose, above, below } = props;
  const { isSubmitting } = form.formState;
  const user = useUser();
  const [draft] = useState(() => draftOf<V>(user?.id ?? '', of));
  useEffect(() => {
    const stored = draft.load();
    if (stored) form.reset(stored);
  }, [form, draft]);
  useFormDraft(form, draft, false);
  const saveAndClose = async () => {
    if (!(await save())) return;
    draft.clear();
    onClose();
  };
  return (
    <DialogFrame size="form" onClose={onClose}>
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => void form.handleSubmit(saveAndClose)(event)}
      >
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>{title}</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5">
          {above}
          <Grid templateColumns="repeat(6, 1fr)" mt="5">
            <OneField form={form} name={name} label={`${label} (${instance.currency})`} span={6}>
              <MoneyField form={form} name={name} />
            </OneField>
          </Grid>
          {below}
        </Dialog.Body>
        <FormFooter submit={submit} isSubmitting={isSubmitting} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
