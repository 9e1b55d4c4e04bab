import { Box, Button, chakra, Field, Flex, Heading, Input, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { relativeTime } from '@selvedge/shared/format';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { instance } from '../lib/instance.ts';
import { isHosted } from '../session/provider.ts';
import { dropSession, refreshUser } from '../session/session.ts';
import { enterCode } from '../session/sign-in.ts';
import { registerRecipes } from '../ui/theme/system.ts';
import { CodeForm } from './code-form.tsx';
import { bad, type Notice, NoticeBox, noticeOf } from './notice.tsx';
import { ProofCancelled, withProof } from './proof.ts';
import { ProofDialogHost } from './proof-dialog-host.tsx';
import { enterRecoveryCode, findRecentFactor, type RecentFactor, removeFactor } from './second-step-calls.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const WRONG = 'That recovery code is wrong or was already used.';
const FAILED = 'The code could not be checked. Please try again.';
const NOT_REMOVED = 'The app could not be removed. Please try again.';

function RecoveryCodeForm() {
  const [code, setCode] = useState('');
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // Takes the focus: the form consists of this field only.
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setNotice(null);
    try {
      await enterRecoveryCode(code);
    } catch (error) {
      const isWrong = (error as { code?: unknown } | null)?.code === 'mfa_verification_failed';
      setNotice(isWrong ? bad(WRONG) : noticeOf(error, FAILED));
      input.current?.focus();
    } finally {
      setPending(false);
    }
  };
  return (
    <chakra.form onSubmit={(event) => void submit(event)} display="grid" gap="5">
      <Field.Root required>
        <Field.Label>Recovery code</Field.Label>
        <Input
          ref={input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          fontFamily="mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field.Root>
      <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
        {isPending ? 'Checking...' : 'Sign In'}
      </Button>
      <NoticeBox notice={notice} />
    </chakra.form>
  );
}

/** After a recovery by mail: a recently added authenticator app may be an intruder's, and can be removed. */
function RemoveRecentFactor() {
  const [factor, setFactor] = useState<RecentFactor | null>(null);
  const [isSure, setSure] = useState(false);
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => void findRecentFactor().then(setFactor, () => undefined), []);
  if (!factor) return null;
  const remove = async () => {
    setPending(true);
    setNotice(null);
    try {
      await withProof(() => removeFactor(factor.id));
      await refreshUser();
    } catch (error) {
      if (!(error instanceof ProofCancelled)) setNotice(noticeOf(error, NOT_REMOVED));
    } finally {
      setPending(false);
    }
  };
  return (
    <Box mt="8" pt="6" borderTopWidth="1px">
      <Heading as="h2" size="md" mb="2">
        Not your app?
      </Heading>
      <Text mb="4" color="fg.muted" aria-live="polite">
        {isSure
          ? 'Remove it? You will then sign in with your password alone, until you turn on two-step sign-in again.'
          : `This authenticator app was added ${relativeTime(factor.addedAt)}. If you didn't add it, remove it.`}
      </Text>
      <NoticeBox notice={notice} />
      {isSure ? (
        <Flex gap="3" wrap="wrap">
          <Button colorPalette="thread" disabled={isPending} onClick={() => void remove()}>
            Yes, Remove It
          </Button>
          <Button variant="outline" onClick={() => setSure(false)}>
            Keep It
          </Button>
        </Flex>
      ) : (
        <Button variant="outline" onClick={() => setSure(true)}>
          Remove This App
        </Button>
      )}
    </Box>
  );
}

/** The second factor of a sign-in, after the password or Discord. */
export function CodeStep({ factorId }: { factorId: string }) {
  const [isByRecoveryCode, setByRecoveryCode] = useState(false);
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="3">
        Enter your code
      </Heading>
      <Text mb="8" color="fg.muted">
        {isByRecoveryCode
          ? 'Enter one of the recovery codes you saved when you turned on two-step sign-in. Each works once.'
          : `Open your authenticator app and enter the code it shows for ${instance.name}.`}
      </Text>
      {isByRecoveryCode ? (
        <RecoveryCodeForm />
      ) : (
        <CodeForm submitText="Sign In" onSubmit={(code) => enterCode(factorId, code)} />
      )}
      <Flex mt="6" direction="column" align="start" gap="2">
        {isHosted ? null : (
          <Button
            variant="plain"
            size="sm"
            px="0"
            textDecoration="underline"
            onClick={() => setByRecoveryCode(!isByRecoveryCode)}
          >
            {isByRecoveryCode ? 'Use the Authenticator App' : 'Use a Recovery Code'}
          </Button>
        )}
        <Button
          variant="plain"
          size="sm"
          px="0"
          textDecoration="underline"
          onClick={() => void dropSession()}
        >
          Sign In as Someone Else
        </Button>
      </Flex>
      <RemoveRecentFactor />
      <ProofDialogHost />
    </Box>
  );
}
