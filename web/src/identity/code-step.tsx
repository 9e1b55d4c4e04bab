import { Box, Button, chakra, Field, Flex, Heading, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { instance } from '../lib/instance.ts';
import { isHosted } from '../lib/session/provider.ts';
import type { SecondStep } from '../lib/session/second-step.ts';
import { dropSession, refreshUser } from '../lib/session/session.ts';
import { enterCode } from '../lib/session/sign-in.ts';
import { InlineQuestion } from '../ui/inline-question.tsx';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { CodeForm } from './code-form.tsx';
import { bad, NoticeBox, noticeOf } from './notice.tsx';
import { enterPasskey } from './passkey-calls.ts';
import { canUsePasskeys } from './passkey-ceremony.ts';
import { withProof } from './proof.ts';
import { ProofDialogHost } from './proof-dialog-host.tsx';
import { enterRecoveryCode, findRecentFactor, type RecentFactor, removeFactor } from './second-step-calls.ts';
import { useAttempt } from './use-attempt.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const WRONG = 'That recovery code is wrong or was already used.';
const FAILED = 'The code could not be checked. Please try again.';
const NOT_REMOVED = 'That could not be removed. Please try again.';
const NO_PASSKEY = 'Your passkey could not be checked. Please try again.';

const toNoticeOfCode = (error: unknown) =>
  (error as { code?: unknown } | null)?.code === 'mfa_verification_failed'
    ? bad(WRONG)
    : noticeOf(error, FAILED);
const toNoticeOfRemoval = (error: unknown) => noticeOf(error, NOT_REMOVED);
const toNoticeOfPasskey = (error: unknown) => noticeOf(error, NO_PASSKEY);

function RecoveryCodeForm() {
  const [code, setCode] = useState('');
  const { isPending, notice, attempt } = useAttempt(toNoticeOfCode);
  const input = useRef<HTMLInputElement>(null);
  // Takes the focus: the form consists of this field only.
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await attempt(() => enterRecoveryCode(code)))) input.current?.focus();
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
  const id = useId();
  const { isPending, notice, attempt } = useAttempt(toNoticeOfRemoval);
  useEffect(() => void findRecentFactor().then(setFactor, () => undefined), []);
  if (!factor) return null;
  const remove = () =>
    attempt(async () => {
      await withProof(() => removeFactor(factor.id));
      await refreshUser();
    });
  return (
    <Box mt="8" pt="6" borderTopWidth="1px">
      <Heading as="h2" size="md" mb="2">
        Not your app?
      </Heading>
      <Text mb="4" color="fg.muted" aria-live="polite">
        {isSure
          ? 'Remove it? You will then sign in with your password alone, until you turn on two-step sign-in again.'
          : `This authenticator app was added ${relativeTimeInText(factor.addedAt)}. If you didn't add it, remove it.`}
      </Text>
      <NoticeBox notice={notice} />
      {isSure ? (
        <InlineQuestion
          id={id}
          yes="Yes, Remove It"
          no="Keep It"
          isPending={isPending}
          onYes={() => void remove()}
          onNo={() => setSure(false)}
        />
      ) : (
        <Button id={id} minH="11" variant="outline" onClick={() => setSure(true)}>
          Remove This App
        </Button>
      )}
    </Box>
  );
}

function PasskeyForm({ factorId }: { factorId: string }) {
  const { isPending, notice, attempt } = useAttempt(toNoticeOfPasskey);
  const button = useRef<HTMLButtonElement>(null);
  // Takes the focus: the form consists of this button only.
  useEffect(() => button.current?.focus(), []);
  const use = async () => {
    if (!(await attempt(() => enterPasskey(factorId)))) button.current?.focus();
  };
  return (
    <Box>
      <Button
        ref={button}
        size="lg"
        w="full"
        mb="5"
        colorPalette="indigo"
        aria-disabled={isPending}
        onClick={() => void (isPending ? undefined : use())}
      >
        {isPending ? 'Waiting for your passkey...' : 'Use a Passkey'}
      </Button>
      <NoticeBox notice={notice} />
    </Box>
  );
}

type Way = 'passkey' | 'app' | 'recovery';

const WAYS: Record<Way, { heading: string; text: string; switchTo: string }> = {
  passkey: {
    heading: 'Use your passkey',
    text: 'Your account also needs one of your passkeys.',
    switchTo: 'Use a Passkey',
  },
  app: {
    heading: 'Enter your code',
    text: `Open your authenticator app and enter the code it shows for ${instance.name}.`,
    switchTo: 'Use the Authenticator App',
  },
  recovery: {
    heading: 'Enter your code',
    text: 'Enter one of the recovery codes you saved when you turned on two-step sign-in. Each works once.',
    switchTo: 'Use a Recovery Code',
  },
};

const factorOf = (step: SecondStep, type: 'totp' | 'webauthn') =>
  step.find(({ factor_type }) => factor_type === type)?.id ?? '';

/** The ways in which this member can complete the sign-in in this browser, the first one first. */
function waysOf(step: SecondStep): Way[] {
  const ways: Way[] = [];
  if (factorOf(step, 'totp')) ways.push('app');
  if (factorOf(step, 'webauthn') && canUsePasskeys) ways.push('passkey');
  return isHosted ? ways : [...ways, 'recovery'];
}

/** The second factor of a sign-in, after the password or another provider. */
export function CodeStep({ step }: { step: SecondStep }) {
  const ways = waysOf(step);
  const [way, setWay] = useState(ways[0] ?? 'recovery');
  const { heading, text } = WAYS[way];
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="3">
        {heading}
      </Heading>
      <Text mb="8" color="fg.muted">
        {text}
      </Text>
      {way === 'recovery' ? <RecoveryCodeForm /> : null}
      {way === 'passkey' ? <PasskeyForm factorId={factorOf(step, 'webauthn')} /> : null}
      {way === 'app' ? (
        <CodeForm submitText="Sign In" onSubmit={(code) => enterCode(factorOf(step, 'totp'), code)} />
      ) : null}
      <Flex mt="6" direction="column" align="start" gap="2">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              variant="plain"
              size="sm"
              px="0"
              textDecoration="underline"
              onClick={() => setWay(other)}
            >
              {WAYS[other].switchTo}
            </Button>
          ))}
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
