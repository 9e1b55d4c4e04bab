import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { isHosted } from '../session/provider.ts';
import { authClient } from '../session/session.ts';
import { enterCode } from '../session/sign-in.ts';
import { Loading } from '../ui/loading.tsx';
import { toast } from '../ui/toast.ts';
import { CodeForm } from './code-form.tsx';
import { ProofCancelled, withProof } from './proof.ts';
import {
  countRecoveryCodes,
  makeRecoveryCodes,
  NewRecoveryCodes,
  RecoveryCodesLeft,
} from './recovery-codes.tsx';
import { removeFactor } from './second-step-calls.ts';

/** What is needed to set up an authenticator app. */
interface Setup {
  factorId: string;
  qrCode: string;
  secret: string;
}

type State =
  | { step: 'loading' }
  | { step: 'failed' }
  | { step: 'off' }
  | { step: 'setup'; setup: Setup }
  /** `codes`: how many recovery codes are left; null if the provider has none. */
  | { step: 'on' | 'turning-off'; factorId: string; codes: number | null }
  | { step: 'new-codes'; factorId: string; made: string[] };

const FAILED = 'That did not work. Please try again.';
const GROUP = /.{1,4}/g;

/** The provider's calls for authenticator apps. They reject with an error that has a text for the user. */
const provider = {
  async load(): Promise<State> {
    const { data, error } = await (await authClient()).mfa.listFactors();
    if (error) throw error;
    const [factor] = data.totp;
    if (!factor) return { step: 'off' };
    return { step: 'on', factorId: factor.id, codes: isHosted ? null : await countRecoveryCodes() };
  },
  async enroll(): Promise<State> {
    const { data, error } = await (await authClient()).mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    const { qr_code: qrCode, secret } = data.totp;
    return { step: 'setup', setup: { factorId: data.id, qrCode, secret } };
  },
  async remove(factorId: string): Promise<State> {
    await removeFactor(factorId);
    return { step: 'off' };
  },
  async makeCodes(factorId: string, left: number | null): Promise<State> {
    if (left === null) return { step: 'on', factorId, codes: null };
    return { step: 'new-codes', factorId, made: await makeRecoveryCodes(left) };
  },
};

function SetupSteps({ setup, onDone, onCancel }: { setup: Setup; onDone: () => void; onCancel: () => void }) {
  const confirm = async (code: string) => {
    await withProof(() => enterCode(setup.factorId, code)).then(onDone, (error: unknown) => {
      if (!(error instanceof ProofCancelled)) throw error;
    });
  };
  return (
    <Box>
      <Text mb="4">Scan this with an authenticator app on your phone, then enter the code it shows.</Text>
      <Flex gap="5" mb="6" align="center" direction={{ base: 'column', sm: 'row' }}>
        <chakra.img src={setup.qrCode} alt="QR code for your authenticator app" boxSize="176px" />
        <Box>
          <Text textStyle="sm" color="fg.muted" mb="1">
            Or type this key into the app:
          </Text>
          <chakra.code fontFamily="mono" textStyle="sm" wordBreak="break-word">
            {setup.secret.match(GROUP)?.join(' ')}
          </chakra.code>
        </Box>
      </Flex>
      <CodeForm submitText="Turn On" onSubmit={confirm} />
      <Button variant="ghost" size="lg" w="full" mt="2" onClick={onCancel}>
        Cancel
      </Button>
    </Box>
  );
}

/** The settings tab that turns two-step sign-in on or off. */
export function TwoStepTab() {
  const [state, setState] = useState<State>({ step: 'loading' });
  const [isPending, setPending] = useState(false);

  const load = useCallback(async () => {
    setState({ step: 'loading' });
    setState(await provider.load().catch((): State => ({ step: 'failed' })));
  }, []);
  useEffect(() => void load(), [load]);

  const change = async (work: () => Promise<State>, message?: string) => {
    setPending(true);
    try {
      setState(await withProof(work));
      if (message) toast.success(message);
    } catch (error) {
      if (!(error instanceof ProofCancelled)) toast.error('Error', messageOf(error, FAILED));
    } finally {
      setPending(false);
    }
  };
  const turnedOn = (factorId: string) => {
    const codes = isHosted ? null : 0;
    setState({ step: 'on', factorId, codes });
    toast.success('Two-step sign-in is on');
    void change(() => provider.makeCodes(factorId, codes));
  };

  switch (state.step) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return (
        <Box>
          <Text mb="4">Your settings could not be loaded.</Text>
          <Button variant="outline" onClick={() => void load()}>
            Try Again
          </Button>
        </Box>
      );
    case 'setup': {
      const { setup } = state;
      return (
        <SetupSteps
          setup={setup}
          onDone={() => turnedOn(setup.factorId)}
          onCancel={() => setState({ step: 'off' })}
        />
      );
    }
    case 'off':
      return (
        <Box>
          <Heading as="h3" size="md" mb="2">
            Two-step sign-in is off
          </Heading>
          <Text mb="5" color="fg.muted">
            When it's on, signing in also requires a code from an app on your phone. Your password alone is
            not enough to get in.
          </Text>
          <Button colorPalette="indigo" disabled={isPending} onClick={() => void change(provider.enroll)}>
            Turn On
          </Button>
        </Box>
      );
    case 'new-codes': {
      const { factorId, made } = state;
      const onDone = () => setState({ step: 'on', factorId, codes: made.length });
      return <NewRecoveryCodes codes={made} onDone={onDone} />;
    }
    default: {
      const { step, factorId, codes } = state;
      const isSure = step === 'turning-off';
      return (
        <Box>
          <Heading as="h3" size="md" mb="2">
            Two-step sign-in is on
          </Heading>
          <Text mb="5" color="fg.muted" aria-live="polite">
            {isSure
              ? 'Turn it off? Signing in will then only require your password or Discord.'
              : 'Signing in requires a code from your authenticator app.'}
          </Text>
          {isSure ? (
            <Flex gap="3">
              <Button
                colorPalette="thread"
                disabled={isPending}
                onClick={() => void change(() => provider.remove(factorId), 'Two-step sign-in is off')}
              >
                Yes, Turn Off
              </Button>
              <Button variant="outline" onClick={() => setState({ ...state, step: 'on' })}>
                Keep It On
              </Button>
            </Flex>
          ) : (
            <Button variant="outline" onClick={() => setState({ ...state, step: 'turning-off' })}>
              Turn Off
            </Button>
          )}
          {codes === null ? null : (
            <RecoveryCodesLeft
              left={codes}
              isPending={isPending}
              onMake={() => void change(() => provider.makeCodes(factorId, codes))}
            />
          )}
        </Box>
      );
    }
  }
}
