import { Button, chakra, Flex } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { ProblemNote } from './problem-note.tsx';

interface InlineFormProps {
  /** The id of the button that opens it, whose place it takes: when it closes, the focus returns there. */
  id: string;
  /** Names the form for screen readers. */
  label: string;
  /** The button's text, and its text while the form is being submitted. */
  submit: readonly [string, string];
  /** Shown for an error without words of its own. */
  failed: string;
  /** @returns false to leave the form open without an error. */
  onSubmit: () => Promise<boolean>;
  /** Called after each attempt, to refetch what it may have changed: the answer can be lost after the change is made. */
  onSettled: () => unknown;
  onCancel: () => void;
  children: ReactNode;
}

const focusIn = (form: HTMLFormElement | null, field: string) =>
  form?.querySelector<HTMLElement>(field)?.focus();

/** A form that opens in a page or a settings tab, where a dialog would be too much. Once submitted, its owner closes it. */
export function InlineForm(props: InlineFormProps) {
  const { id, label, submit, failed, onSubmit, onSettled, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => focusIn(form.current, 'input, select, textarea'), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitting(true);
    try {
      if (await onSubmit()) return;
    } catch (error) {
      setProblem(messageOf(error, failed));
    } finally {
      onSettled();
    }
    setSubmitting(false);
    focusIn(form.current, '[aria-invalid=true]');
  };
  return (
    <chakra.form
      ref={form}
      id={id}
      tabIndex={-1}
      onSubmit={(event) => void send(event)}
      onInput={() => setProblem(null)}
      noValidate
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      aria-label={label}
    >
      {children}
      <ProblemNote text={problem} isPast={isSubmitting} />
      <Flex wrap="wrap" gap="3">
        <Button type="submit" minH="11" colorPalette="indigo" disabled={isSubmitting}>
          {submit[isSubmitting ? 1 : 0]}
        </Button>
        <Button minH="11" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </chakra.form>
  );
}
