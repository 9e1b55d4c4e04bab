import { Button, chakra, Dialog, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useUser } from '../lib/session/use-session.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { NOT_SENT, NoticeBox, noticeOf } from './notice.tsx';
import { listPasskeys, proveByPasskey } from './passkey-calls.ts';
import { canUsePasskeys } from './passkey-ceremony.ts';
import { PasswordField } from './password-field.tsx';
import { mailCode, prove, proving, submitCode } from './proof.ts';
import { useAttempt } from './use-attempt.ts';

const FAILED = 'That could not be confirmed. Please try again.';
const toNotice = (error: unknown) => noticeOf(error, FAILED);
const toNoticeOfMail = (error: unknown) => noticeOf(error, NOT_SENT);

function PasswordForm({ onProven }: { onProven: () => void }) {
  const [password, setPassword] = useState('');
  const { isPending, notice, attempt } = useAttempt(toNotice);
  const input = useRef<HTMLInputElement>(null);
  // Takes the focus when this form replaces the code form; when the dialog opens, the library sets the focus.
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await attempt(() => prove({ password }))) onProven();
    else input.current?.focus();
  };
  return (
    <chakra.form onSubmit={(event) => void submit(event)} display="grid" gap="5">
      <PasswordField
        label="Your password"
        isNew={false}
        inputRef={input}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
        {isPending ? 'Checking...' : 'Confirm'}
      </Button>
      <NoticeBox notice={notice} />
    </chakra.form>
  );
}

/** Sends the mail with the code, and reports whether it was sent. */
function useMailedCode() {
  const [isSent, setSent] = useState(false);
  const { isPending, notice, attempt } = useAttempt(toNoticeOfMail);
  const send = async () => {
    if (await attempt(mailCode)) setSent(true);
  };
  return { isSent, setSent, isPending, notice, send };
}

/** Offers a proof by passkey to members who have one. */
function PasskeyProof({ onProven }: { onProven: () => void }) {
  const [isOffered, setOffered] = useState(false);
  // The other ways work in any case.
  useEffect(
    () =>
      void listPasskeys().then(
        ({ length }) => setOffered(length > 0),
        () => undefined,
      ),
    [],
  );
  const { isPending, notice, attempt } = useAttempt(toNotice);
  const use = async () => {
    if (await attempt(proveByPasskey)) onProven();
  };
  if (!isOffered) return null;
  return (
    <Stack gap={notice ? '3' : '0'}>
      <Button variant="outline" disabled={isPending} onClick={() => void use()}>
        {isPending ? 'Waiting for your passkey...' : 'Use a Passkey'}
      </Button>
      <NoticeBox notice={notice} />
    </Stack>
  );
}

/** Asks a signed-in member to prove that the account is theirs before they change how they sign in. */
export default function ProofDialog() {
  const waiting = useStore(proving, (state) => state.waiting);
  const user = useUser();
  const takesPassword = user?.hasPassword === true;
  const { isSent, setSent, isPending, notice, send } = useMailedCode();
  if (!waiting) return null;
  return (
    <DialogFrame size="form" onClose={waiting.cancel}>
      <Dialog.Header pb="2">
        <Dialog.Title>Confirm it's you</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pb="8">
        <Stack gap="5">
          <Text color="fg.muted" aria-live="polite">
            {isSent
              ? 'We e-mailed you a code. It works once and expires in ten minutes.'
              : takesPassword
                ? 'This changes how you sign in. Enter your password, or have a code e-mailed to you.'
                : "This changes how you sign in. We'll e-mail you a code first."}
          </Text>
          {isSent ? (
            <CodeForm
              label="Code from the e-mail"
              submitText="Confirm"
              onSubmit={(nonce) => submitCode(waiting, nonce)}
            />
          ) : null}
          {takesPassword && !isSent ? <PasswordForm onProven={() => waiting.proven()} /> : null}
          <NoticeBox notice={notice} />
          {canUsePasskeys ? <PasskeyProof onProven={() => waiting.proven()} /> : null}
          <Button
            {...(takesPassword || isSent
              ? { variant: 'outline' as const }
              : { size: 'lg' as const, colorPalette: 'indigo' })}
            disabled={isPending}
            onClick={() => void send()}
          >
            {isPending ? 'Sending...' : isSent ? 'E-mail Me Another Code' : 'E-mail Me a Code'}
          </Button>
          {takesPassword && isSent ? (
            <Button variant="ghost" onClick={() => setSent(false)}>
              Use My Password
            </Button>
          ) : null}
        </Stack>
      </Dialog.Body>
    </DialogFrame>
  );
}
