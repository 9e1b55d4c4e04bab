import { Box, Button, chakra, Field, Heading, Input, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { api, messageOf } from '../lib/api.ts';
import { registerRecipes } from '../ui/theme/system.ts';
import { safeNextPath } from './next-path.ts';
import { authClient, signIn } from './session.ts';
import { useSession } from './use-session.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

type Mode = 'in' | 'up';

const TEXTS = {
  in: {
    heading: 'Sign in to Selvedge',
    submit: 'Sign In',
    pending: 'Signing in...',
    failure: 'Sign in failed',
    question: 'New here?',
    toggle: 'Sign Up',
  },
  up: {
    heading: 'Create your account',
    submit: 'Sign Up',
    pending: 'Signing up...',
    failure: 'Sign up failed',
    question: 'Have an account?',
    toggle: 'Back to Sign In',
  },
} as const;

const PASSWORD_MIN = 8;
const SIGNED_UP = 'Sign up successful! Please check your email to verify your account.';

interface Notice {
  kind: 'good' | 'bad';
  text: string;
  /** The address waits for its confirmation: another mail can be asked for. */
  canResend: boolean;
}

function strength(password: string): string {
  if (password === '') return 'At least 8 characters. A few words that only you would put together are best.';
  if (password.length < PASSWORD_MIN) return `${PASSWORD_MIN - password.length} more characters`;
  if (password.length < 12) return 'Fine. Longer is stronger.';
  return 'Strong';
}

interface CredentialsProps {
  mode: Mode;
  isPending: boolean;
  onSubmit: (email: string, password: string) => void;
}

function Credentials({ mode, isPending, onSubmit }: CredentialsProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(email, password);
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="4">
      <Field.Root required>
        <Field.Label>E-mail</Field.Label>
        <Input
          type="email"
          autoComplete="email"
          size="lg"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field.Root>
      <Field.Root required>
        <Field.Label>Password</Field.Label>
        <Input
          type="password"
          autoComplete={mode === 'in' ? 'current-password' : 'new-password'}
          minLength={mode === 'up' ? PASSWORD_MIN : undefined}
          maxLength={128}
          size="lg"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {mode === 'up' ? <Field.HelperText aria-live="polite">{strength(password)}</Field.HelperText> : null}
      </Field.Root>
      <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
        {isPending ? TEXTS[mode].pending : TEXTS[mode].submit}
      </Button>
    </chakra.form>
  );
}

const noticeOf = (error: unknown, otherwise: string): Notice => ({
  kind: 'bad',
  text: messageOf(error, otherwise),
  canResend:
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'email_not_confirmed',
});

/** Sign in and sign up, and back to where one came from. */
export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { status } = useSession();
  const [mode, setMode] = useState<Mode>('in');
  const [isPending, setPending] = useState(false);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState<Notice | null>(
    params.has('verified')
      ? { kind: 'good', text: 'Your address is confirmed. Welcome: sign in to begin.', canResend: false }
      : null,
  );
  const next = safeNextPath(params.get('next'));
  useEffect(() => {
    if (status === 'signed-in') void navigate(next, { replace: true });
  }, [status, next, navigate]);

  const submit = async (address: string, password: string) => {
    setEmail(address);
    setPending(true);
    setNotice(null);
    try {
      if (mode === 'in') {
        await signIn(address, password);
        return;
      }
      await api('POST', '/api/auth/signup', { email: address, password });
      setMode('in');
      setNotice({ kind: 'good', text: SIGNED_UP, canResend: true });
    } catch (error) {
      setNotice(noticeOf(error, TEXTS[mode].failure));
    } finally {
      setPending(false);
    }
  };
  const resend = async () => {
    const { error } = await (await authClient()).resend({ type: 'signup', email });
    const text = error
      ? error.message
      : 'If the address waits for its confirmation, a new mail is on its way.';
    setNotice({ kind: error ? 'bad' : 'good', text, canResend: false });
  };

  const texts = TEXTS[mode];
  return (
    <Box as="main" id="main" maxW="24rem" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="2xl" mb="6">
        {texts.heading}
      </Heading>
      <Box aria-live="polite" mb={notice ? '5' : '0'}>
        {notice ? (
          <Text
            textStyle="sm"
            borderStartWidth="3px"
            borderColor={notice.kind === 'good' ? 'moss.500' : 'thread.600'}
            ps="3"
            py="1"
            color={notice.kind === 'good' ? 'fg.success' : 'fg.error'}
          >
            {notice.text}
            {notice.canResend ? (
              <Button variant="plain" size="xs" textDecoration="underline" onClick={() => void resend()}>
                Send the mail again
              </Button>
            ) : null}
          </Text>
        ) : null}
      </Box>
      <Credentials
        mode={mode}
        isPending={isPending}
        onSubmit={(address, password) => void submit(address, password)}
      />
      <Text mt="6" textStyle="sm" color="fg.muted">
        {texts.question}{' '}
        <Button
          variant="plain"
          size="sm"
          px="1"
          textDecoration="underline"
          onClick={() => {
            setMode(mode === 'in' ? 'up' : 'in');
            setNotice(null);
          }}
        >
          {texts.toggle}
        </Button>
      </Text>
    </Box>
  );
}
