import { Button, chakra, Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { bad, type Notice, NoticeBox, noticeOf } from './notice.tsx';
import { useAttempt } from './use-attempt.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const DIGITS = 6;
const WRONG = 'That code is wrong or was already used. Enter the current one.';
const FAILED = 'The code could not be checked. Please try again.';

function noticeOfCode(error: unknown): Notice {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'mfa_verification_failed' ? bad(WRONG) : noticeOf(error, FAILED);
}

interface CodeFormProps {
  label?: string;
  submitText: string;
  /** Rejects when the code is refused. */
  onSubmit: (code: string) => Promise<void>;
}

/** A field for a six-digit code from an authenticator app or an e-mail. */
export function CodeForm({ label = 'Six-digit code', submitText, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('');
  const { isPending, notice, attempt } = useAttempt(noticeOfCode);
  const input = useRef<HTMLInputElement>(null);
  // Takes the focus: the form consists of this field only.
  useEffect(() => input.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await attempt(() => onSubmit(code))) return;
    setCode('');
    input.current?.focus();
  };
  return (
    <chakra.form onSubmit={(event) => void submit(event)} display="grid" gap="5">
      <Field.Root required>
        <Field.Label>{label}</Field.Label>
        <Input
          ref={input}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          title="Six digits"
          size="lg"
          letterSpacing="0.3em"
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
        />
      </Field.Root>
      <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
        {isPending ? 'Checking...' : submitText}
      </Button>
      <NoticeBox notice={notice} onResend={() => undefined} />
    </chakra.form>
  );
}
