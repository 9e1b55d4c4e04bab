import { Box, Button, chakra, Flex, Heading, Separator, Stack, Text } from '@chakra-ui/react';
import { separatorRecipe } from '@chakra-ui/react/theme';
import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { instance } from '../lib/instance.ts';
import { isHosted } from '../lib/session/provider.ts';
import { authClient } from '../lib/session/session.ts';
import { enterCode } from '../lib/session/sign-in.ts';
import { InlineQuestion } from '../ui/inline-question.tsx';
import { Loading } from '../ui/loading.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { toast } from '../ui/toast.ts';
import { CodeForm } from './code-form.tsx';
import { enterPasskey, listPasskeys, type Passkey } from './passkey-calls.ts';
import { canUsePasskeys, PasskeyCancelled } from './passkey-ceremony.ts';
import { PasskeyList } from './passkey-list.tsx';
import { ProofCancelled, withProof } from './proof.ts';
import {
  countRecoveryCodes,
  makeRecoveryCodes,
  NewRecoveryCodes,
  RecoveryCodesLeft,
} from './recovery-codes.tsx';
import { removeFactor } from './second-step-calls.ts';

registerRecipes({ recipes: { separator: separatorRecipe } });

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
  | { step: 'on' | 'turning-off'; factor: Factor; codes: number | null }
  | { step: 'new-codes'; factor: Factor; made: string[] };

/** What signing in requires after the password. */
interface Factor {
  id: string;
  type: 'app' | 'passkeys';
}

const ON: Record<Factor['type'], string> = {
  app: 'Signing in requires a code from your authenticator app.',
  passkeys: 'Signing in with your password also requires one of your passkeys.',
};

const FAILED = 'That did not work. Please try again.';
const TURN_OFF = 'turn-two-step-off';
const GROUP = /.{1,4}/g;

/** The provider's calls for authenticator apps. They reject with an error that has a text for the user. */
const provider = {
  async load(): Promise<State> {
    const { data, error } = await (await authClient()).mfa.listFactors();
    if (error) throw error;
    const [app] = data.totp;
    const [passkeys] = isHosted ? [] : data.webauthn;
    if (!app && !passkeys) return { step: 'off' };
    // Passkeys are accepted beside an app, and turned off with it.
    const factor = app
      ? ({ id: app.id, type: 'app' } as const)
      : ({ id: passkeys?.id ?? '', type: 'passkeys' } as const);
    return { step: 'on', factor, codes: isHosted ? null : await countRecoveryCodes() };
  },
  async enroll(): Promise<State> {
    const { data, error } = await (await authClient()).mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    const { qr_code: qrCode, secret } = data.totp;
    return { step: 'setup', setup: { factorId: data.id, qrCode, secret } };
  },
  /** Makes passkeys the second step, by using one. */
  async turnOnPasskeys(): Promise<State> {
    const { data, error } = await (await authClient()).mfa.enroll({ factorType: 'webauthn' });
    if (error) throw error;
    await enterPasskey(data.id);
    return provider.load();
  },
  async remove(factorId: string): Promise<State> {
    await removeFactor(factorId);
    return { step: 'off' };
  },
  async makeCodes(factor: Factor, left: number | null): Promise<State> {
    if (left === null) return { step: 'on', factor, codes: null };
    return { step: 'new-codes', factor, made: await makeRecoveryCodes(left) };
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

interface TwoStepProps {
  hasPasskey: boolean;
  /** Called when two-step sign-in was turned on or off, with the factor. */
  onSwitched: (factor: Factor['type'] | null) => void;
}

/** Turns two-step sign-in on or off. */
function TwoStep({ hasPasskey, onSwitched }: TwoStepProps) {
  const [state, setState] = useState<State>({ step: 'loading' });
  const [isPending, setPending] = useState(false);

  const load = useCallback(async () => {
    setState({ step: 'loading' });
    const loaded = await provider.load().catch((): State => ({ step: 'failed' }));
    setState(loaded);
    onSwitched(loaded.step === 'on' ? loaded.factor.type : null);
  }, [onSwitched]);
  useEffect(() => void load(), [load]);

  const change = async (work: () => Promise<State>, message?: string): Promise<State | undefined> => {
    setPending(true);
    try {
      const changed = await withProof(work);
      setState(changed);
      onSwitched('factor' in changed ? changed.factor.type : null);
      if (message) toast.success(message);
      return changed;
    } catch (error) {
      const isCancelled = error instanceof ProofCancelled || error instanceof PasskeyCancelled;
      if (!isCancelled) toast.error('Error', messageOf(error, FAILED));
      return undefined;
    } finally {
      setPending(false);
    }
  };
  const turnedOn = (factor: Factor) => {
    const codes = isHosted ? null : 0;
    setState({ step: 'on', factor, codes });
    toast.success('Two-step sign-in is on');
    void change(() => provider.makeCodes(factor, codes));
  };
  const turnOnPasskeys = async () => {
    const turned = await change(provider.turnOnPasskeys);
    if (turned?.step === 'on') turnedOn(turned.factor);
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
          onDone={() => turnedOn({ id: setup.factorId, type: 'app' })}
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
          <Flex gap="3" wrap="wrap">
            <Button colorPalette="indigo" disabled={isPending} onClick={() => void change(provider.enroll)}>
              Turn On
            </Button>
            {hasPasskey && canUsePasskeys ? (
              <Button variant="outline" disabled={isPending} onClick={() => void turnOnPasskeys()}>
                Turn On with a Passkey
              </Button>
            ) : null}
          </Flex>
        </Box>
      );
    case 'new-codes': {
      const { factor, made } = state;
      const onDone = () => setState({ step: 'on', factor, codes: made.length });
      return <NewRecoveryCodes codes={made} onDone={onDone} />;
    }
    default: {
      const { step, factor, codes } = state;
      const isSure = step === 'turning-off';
      return (
        <Box>
          <Heading as="h3" size="md" mb="2">
            Two-step sign-in is on
          </Heading>
          <Text mb="5" color="fg.muted" aria-live="polite">
            {isSure
              ? 'Turn it off? Signing in will then only require your password or Discord.'
              : ON[factor.type]}
          </Text>
          {isSure ? (
            <InlineQuestion
              id={TURN_OFF}
              yes="Yes, Turn Off"
              no="Keep It On"
              isPending={isPending}
              onYes={() => void change(() => provider.remove(factor.id), 'Two-step sign-in is off')}
              onNo={() => setState({ ...state, step: 'on' })}
            />
          ) : (
            <Button
              id={TURN_OFF}
              variant="outline"
              onClick={() => setState({ ...state, step: 'turning-off' })}
            >
              Turn Off
            </Button>
          )}
          {codes === null ? null : (
            <RecoveryCodesLeft
              left={codes}
              isPending={isPending}
              onMake={() => void change(() => provider.makeCodes(factor, codes))}
            />
          )}
        </Box>
      );
    }
  }
}

/** The settings tab for two-step sign-in and passkeys. */
export function TwoStepTab() {
  const [passkeys, setPasskeys] = useState<Passkey[] | null>(null);
  const [factor, setFactor] = useState<Factor['type'] | null>(null);
  /** Two-step sign-in is read again when the last passkey may have taken it along. */
  const [round, setRound] = useState(0);
  const load = useCallback(async () => setPasskeys(await listPasskeys().catch(() => null)), []);
  useEffect(() => {
    if (instance.passkeys) void load();
  }, [load]);
  return (
    <Stack gap="8">
      <TwoStep key={round} hasPasskey={(passkeys?.length ?? 0) > 0} onSwitched={setFactor} />
      {passkeys ? (
        <>
          <Separator />
          <PasskeyList
            passkeys={passkeys}
            areSecondStep={factor === 'passkeys'}
            onChanged={async () => {
              await load();
              if (factor === 'passkeys') setRound(round + 1);
            }}
          />
        </>
      ) : null}
    </Stack>
  );
}
