import { Box, Button, Heading, Text } from '@chakra-ui/react';
import type { SetupState } from '@selvedge/shared/instance/setup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isNotFound, messageOf } from '../lib/api.ts';
import { tabStorage } from '../lib/browser-storage.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Centered } from '../ui/centered.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { useTitle } from '../ui/use-title.ts';
import { SetupAdminForm } from './setup-admin.tsx';
import { readSetup } from './setup-calls.ts';
import { SetupLookForm } from './setup-look.tsx';
import { SetupMail } from './setup-mail.tsx';

const STEPS = ['Name and color', 'Your account', 'Mail'] as const;
/** The step that this tab has reached: name and color are stored, and need not be confirmed again. */
const REACHED = 'selvedge-setup-step';

interface StepProps {
  /** From 0. */
  step: number;
  children: ReactNode;
}

/** One step with its place among all. Its heading gets the focus when the step changes. */
function Step({ step, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (step !== shown.current) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <Box maxW="560px" mx="auto" px="4" pt={{ base: '8', md: '16' }} pb="24">
      <Text textStyle="sm" color="fg.muted">
        Set up · Step {step + 1} of {STEPS.length}
      </Text>
      <Heading as="h1" size="2xl" mb="6" ref={heading} tabIndex={-1} outline="none">
        {STEPS[step]}
      </Heading>
      {children}
    </Box>
  );
}

/** Shown to someone who opens a used link and is not its admin. */
const AlreadyDone = ({ keyOf }: { keyOf: string }) => (
  <Centered>
    <Heading as="h1" size="xl" mb="2">
      This site is set up
    </Heading>
    <Text color="fg.muted" mb="6">
      Its first admin exists. Sign in to go on.
    </Text>
    <Button asChild colorPalette="indigo">
      <Link to={`/login?next=${encodeURIComponent(`/setup?key=${keyOf}`)}`}>Sign In</Link>
    </Button>
  </Centered>
);

interface StepsProps {
  setupKey: string;
  state: SetupState;
  onChange: (state: SetupState) => void;
}

function Steps({ setupKey, state, onChange }: StepsProps) {
  const { user, status } = useSession();
  const [step, setStep] = useState(() => Number(tabStorage.getItem(REACHED) ?? 0));
  const go = (to: number) => {
    tabStorage.setItem(REACHED, String(to));
    setStep(to);
  };
  if (state.isDone) {
    if (user?.isAdmin) {
      return (
        <Step step={2}>
          <SetupMail email={user.email} />
        </Step>
      );
    }
    if (status === 'loading') return <Loading />;
    return <AlreadyDone keyOf={setupKey} />;
  }
  return (
    <Step step={step}>
      {step === 0 ? (
        <SetupLookForm
          setupKey={setupKey}
          state={state}
          onDone={(look) => {
            onChange({ ...state, ...look });
            go(1);
          }}
        />
      ) : (
        <SetupAdminForm
          setupKey={setupKey}
          onBack={() => go(0)}
          onDone={() => onChange({ ...state, isDone: true })}
        />
      )}
    </Step>
  );
}

/** Three steps from an empty instance to one with a name, an admin and mail. @param missing shown without a valid link */
export function SetupPage({ missing }: { missing: ReactNode }) {
  const [params] = useSearchParams();
  const setupKey = params.get('key') ?? '';
  const client = useQueryClient();
  const queryKey = ['/api/setup', setupKey];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => readSetup(setupKey),
    gcTime: 0,
  });
  useTitle('Set up');
  if (error && isNotFound(error)) return missing;
  if (error) {
    return (
      <Failure text={messageOf(error, 'The set-up could not be loaded.')} retry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Centered>
        <Loading />
      </Centered>
    );
  }
  return (
    <Steps setupKey={setupKey} state={data} onChange={(state) => client.setQueryData(queryKey, state)} />
  );
}
