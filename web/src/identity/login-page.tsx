import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { api } from '../lib/api.ts';
import { instance } from '../lib/instance.ts';
import { toast } from '../ui/toast.ts';
import { useTitle } from '../ui/use-title.ts';
import { Credentials } from './credentials.tsx';
import { DISCORD_FAILED, leaveForDiscord } from './discord.ts';
import { safeNextPath } from './next-path.ts';
import { type Notice, NoticeBox, noticeOf } from './notice.tsx';
import { authClient, signIn } from './session.ts';
import { useSession } from './use-session.ts';

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
type Mode = keyof typeof TEXTS;

const SIGNED_UP = 'Sign up successful! Please check your email to verify your account.';
const VERIFIED = 'Your address is confirmed. Welcome: sign in to begin.';
const RESENT = 'If the address waits for its confirmation, a new mail is on its way.';

const good = (text: string, canResend = false): Notice => ({ kind: 'good', text, canResend });

function Discord({ next }: { next: string }) {
  const leave = async () => {
    try {
      await leaveForDiscord(await authClient(), next);
    } catch {
      toast.error('Login Failed', DISCORD_FAILED);
    }
  };
  return (
    <>
      <Button variant="outline" size="lg" w="full" onClick={() => void leave()}>
        Continue with Discord
      </Button>
      <Flex align="center" gap="3" my="6" textStyle="xs" color="fg.subtle">
        <Box flex="1" h="1px" bg="border" />
        or with e-mail
        <Box flex="1" h="1px" bg="border" />
      </Flex>
    </>
  );
}

function useSigning(first: Notice | null) {
  const [mode, setMode] = useState<Mode>('in');
  const [isPending, setPending] = useState(false);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState(first);

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
      setNotice(good(SIGNED_UP, true));
    } catch (error) {
      setNotice(noticeOf(error, TEXTS[mode].failure));
    } finally {
      setPending(false);
    }
  };
  const resend = async () => {
    const { error } = await (await authClient()).resend({ type: 'signup', email });
    setNotice(error ? noticeOf(error, RESENT) : good(RESENT));
  };
  const toggle = () => {
    setMode(mode === 'in' ? 'up' : 'in');
    setNotice(null);
  };
  return { mode, isPending, notice, submit, resend, toggle };
}

/** Sign in and sign up, and back to where one came from. */
export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { status } = useSession();
  const { mode, isPending, notice, submit, resend, toggle } = useSigning(
    params.has('verified') ? good(VERIFIED) : null,
  );
  const next = safeNextPath(params.get('next'));
  useEffect(() => {
    if (status === 'signed-in') void navigate(next, { replace: true });
  }, [status, next, navigate]);

  const texts = TEXTS[mode];
  useTitle(mode === 'in' ? 'Sign in' : 'Sign up');
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="8">
        {texts.heading}
      </Heading>
      <NoticeBox notice={notice} onResend={() => void resend()} />
      {instance.discord ? <Discord next={next} /> : null}
      <Credentials
        isNew={mode === 'up'}
        isPending={isPending}
        submitText={isPending ? texts.pending : texts.submit}
        onSubmit={(address, password) => void submit(address, password)}
      />
      <Text mt="6" textStyle="sm" color="fg.muted">
        {texts.question}{' '}
        <Button variant="plain" size="sm" px="1" textDecoration="underline" onClick={toggle}>
          {texts.toggle}
        </Button>
      </Text>
    </Box>
  );
}
