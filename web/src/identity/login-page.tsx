import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { INVITE_NEEDED, SIGN_UP_CLOSED } from '@selvedge/shared/instance/invite-texts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, type Location, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { instance } from '../lib/instance.ts';
import { forgetInvite } from '../lib/session/invite.ts';
import { safeNextPath } from '../lib/session/next-path.ts';
import { authClient } from '../lib/session/session.ts';
import { signIn } from '../lib/session/sign-in.ts';
import { useSession } from '../lib/session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { useTitle } from '../ui/use-title.ts';
import { addressIn } from './address-in.ts';
import { arrivalNotice, storageNotice } from './arrival-notice.ts';
import { CodeStep } from './code-step.tsx';
import { ConsentField } from './consent-field.tsx';
import { Credentials } from './credentials.tsx';
import { good, NOT_SENT, type Notice, NoticeBox, noticeOf, past, RESENT } from './notice.tsx';
import { canUsePasskeys } from './passkey-ceremony.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { PROVIDERS } from './providers.ts';
import { resumeSession } from './second-step-calls.ts';
import { confirmedAddress, signUp } from './sign-up.ts';
import { useInvite } from './use-invite.ts';
import { usePasskeys } from './use-passkeys.ts';

const TEXTS = {
  in: {
    heading: `Sign in to ${instance.name}`,
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

/**
 * The session started by the page of a recovery link, for a member whose authenticator app was added
 * recently. The link has only a handle; the token is in this browser's cookie. With a refresh token in the
 * link, an attacker could send someone a link that signs them in to the attacker's account.
 */
const handleIn = (hash: string): string | undefined => /^#session=(cookie\.[0-9a-f-]{36})$/.exec(hash)?.[1];

function useSigning(initial: { notice: Notice | null; email: string; mode: Mode }, next: string) {
  const [mode, setMode] = useState<Mode>(initial.mode);
  const [isAgreed, setAgreed] = useState(false);
  const [isPending, setPending] = useState(false);
  const [email, setEmail] = useState(initial.email);
  const [ownNotice, setNotice] = useState<Notice | null>();
  // The URL may change while the form is shown: a failed link leads here.
  const notice = ownNotice === undefined ? initial.notice : ownNotice;

  const submit = async (password: string) => {
    setPending(true);
    setNotice(past(notice));
    try {
      if (mode === 'in') {
        await signIn(email, password);
        setNotice(null);
        return;
      }
      if (await signUp({ email, password, next, isAgreed })) return;
      setMode('in');
      setNotice(good(SIGNED_UP, true));
    } catch (error) {
      setNotice(noticeOf(error, TEXTS[mode].failure));
    } finally {
      setPending(false);
    }
  };
  const resend = async () => {
    try {
      const { error } = await (await authClient()).resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: confirmedAddress(next) },
      });
      if (error) throw error;
      setNotice(good(RESENT));
    } catch (error) {
      setNotice(noticeOf(error, NOT_SENT));
    }
  };
  const toggle = () => {
    setMode(mode === 'in' ? 'up' : 'in');
    setNotice(null);
  };
  const mayJoin = useInvite(
    useCallback((refusal) => {
      setMode(refusal ? 'in' : 'up');
      setNotice(refusal);
    }, []),
  );
  const failed = (error: unknown) => setNotice(noticeOf(error, TEXTS.in.failure));
  const parts = { mode, isPending, email, setEmail, notice, submit, resend, toggle };
  return { ...parts, mayJoin, failed, isAgreed, setAgreed };
}

/** Signs in or up, and returns to the page that the visitor came from. */
export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const session = useSession();
  const { status } = session;
  const location: Location<{ next?: string | null; email?: string } | null> = useLocation();
  // After a refusal at Discord, the path is in the history entry.
  const next = safeNextPath(params.get('next') ?? location.state?.next ?? null);
  const handle = handleIn(location.hash);
  const arrival = useMemo(() => arrivalNotice(params) ?? storageNotice(), [params]);
  const firstMode = params.has('consent') ? 'up' : 'in';
  const initial = { notice: arrival, email: addressIn(location), mode: firstMode } as const;
  const signing = useSigning(initial, next);
  const { mode, isPending, email, setEmail, notice, submit, resend, toggle } = signing;
  const { mayJoin, failed, isAgreed, setAgreed } = signing;
  const passkeys = usePasskeys(status === 'signed-out' && !session.secondStep, failed);
  useEffect(() => {
    if (status !== 'signed-in' || handle) return;
    // A notice is left only when an already signed-in member arrives from a mail.
    if (notice?.kind === 'good' && !notice.isPast) toast.success(notice.text);
    forgetInvite();
    void navigate(next, { replace: true });
  }, [status, handle, notice, next, navigate]);

  useEffect(() => {
    if (!handle) return;
    const forget = () => navigate({ search: location.search }, { replace: true });
    // Without that session, the member signs in with the new password.
    void resumeSession(handle).then(forget, forget);
  }, [handle, location.search, navigate]);

  useEffect(() => {
    // The e-mail address came with a mailed link. The form has it now, so remove it from the history.
    if (location.hash.startsWith('#email=')) void navigate({ search: location.search }, { replace: true });
  }, [location, navigate]);

  useEffect(() => {
    if (!params.has('deleted')) return;
    toast.success('Your account was deleted');
    void navigate('/login', { replace: true });
  }, [params, navigate]);

  const texts = TEXTS[mode];
  // One way in at a time.
  const isBusy = isPending || passkeys.isPending;
  useTitle(mode === 'in' ? 'Sign in' : 'Sign up');
  if (session.status === 'signed-out' && session.secondStep) return <CodeStep step={session.secondStep} />;
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="8">
        {texts.heading}
      </Heading>
      <NoticeBox notice={notice} onResend={() => void resend()} />
      {PROVIDERS.length > 0 ? <ProviderButtons next={next} isAgreed={isAgreed} isDisabled={isBusy} /> : null}
      <Credentials
        email={email}
        onEmailChange={setEmail}
        isNew={mode === 'up'}
        isPending={isBusy}
        submitText={isPending ? texts.pending : texts.submit}
        offersPasskeys={passkeys.isOffered}
        onSubmit={(password) => void submit(password)}
      >
        {mode === 'up' && instance.rules !== null ? (
          <ConsentField isAgreed={isAgreed} onChange={setAgreed} />
        ) : null}
      </Credentials>
      {mode === 'in' && canUsePasskeys ? (
        <Button
          variant="outline"
          size="lg"
          w="full"
          mt="4"
          disabled={isBusy}
          onClick={() => void passkeys.signIn()}
        >
          {passkeys.isPending ? 'Waiting for your passkey...' : 'Sign In with a Passkey'}
        </Button>
      ) : null}
      <Flex mt="6" wrap="wrap" justify="space-between" align="center" gap="2">
        <Text textStyle="sm" color="fg.muted">
          {mayJoin ? (
            <>
              {texts.question}{' '}
              <Button
                variant="plain"
                size="sm"
                px="1"
                textDecoration="underline"
                disabled={isBusy}
                onClick={toggle}
              >
                {texts.toggle}
              </Button>
            </>
          ) : (
            `New here? ${instance.signUp === 'closed' ? SIGN_UP_CLOSED : INVITE_NEEDED}`
          )}
        </Text>
        {mode === 'in' ? (
          <Button asChild variant="plain" size="sm" px="0" textDecoration="underline">
            <Link to="/reset-password" state={{ email }}>
              Forgot password?
            </Link>
          </Button>
        ) : null}
      </Flex>
    </Box>
  );
}
