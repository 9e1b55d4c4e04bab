import { Button, chakra, Flex } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { ProblemNote } from './problem-note.tsx';

interface InlineFormProps {
  /** Names the form for screen readers. */
  label: string;
  /** The button's text, and its text while the form is being submitted. */
  submit: readonly [string, string];
  /** Shown for an error without words of its own. */
  failed: string;
  /** @returns false to leave the form open without an error. */
  onSubmit: () => Promise<boolean>;
  onCancel: () => void;
  children: ReactNode;
}

/** A form that opens in a page or a settings tab, where a dialog would be too much. Once submitted, its owner closes it. */
export function InlineForm({ label, submit, failed, onSubmit, onCancel, children }: InlineFormProps) {
  const [isSubmitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitting(true);
    try {
      if (!(await onSubmit())) setSubmitting(false);
    } catch (error) {
      setProblem(messageOf(error, failed));
      setSubmitting(false);
    }
  };
  return (
    <chakra.form onSubmit={(event) => void send(event)} noValidate display="grid" gap="4" aria-label={label}>
      {children}
      <ProblemNote text={problem} isPast={isSubmitting} />
      <Flex wrap="wrap" gap="3">
        <Button type="submit" colorPalette="indigo" disabled={isSubmitting}>
          {submit[isSubmitting ? 1 : 0]}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </chakra.form>
  );
}
