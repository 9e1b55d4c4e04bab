import { Dialog, Stack } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { DialogFrame } from './dialog.tsx';
import { FormFooter } from './form-footer.tsx';
import { ProblemNote } from './problem-note.tsx';

interface FormDialogProps {
  title: string;
  /** The button's text, and its text while the form is being submitted. */
  submit: readonly [string, string];
  /** Shown when the server was not reached. */
  failed: string;
  /** Whether the input can be submitted. */
  isValid: boolean;
  save: () => Promise<void>;
  /** Its input, which outlives the dialog until it is saved. */
  draft: { clear(): void };
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a short form, which closes when it is saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, failed, isValid, save, draft, onClose, children } = props;
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    setSaving(true);
    try {
      await save();
      draft.clear();
      onClose();
    } catch (error) {
      setProblem(messageOf(error, failed));
      setSaving(false);
    }
  };
  return (
    <DialogFrame size="form" onClose={onClose}>
      <form style={{ display: 'contents' }} onSubmit={(event) => void send(event)}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>{title}</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5">
          <Stack gap="5">
            {children}
            <ProblemNote text={problem} isPast={isSaving} />
          </Stack>
        </Dialog.Body>
        <FormFooter submit={submit} isSubmitting={isSaving} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
