import { Box, Button, chakra, Field, Flex, Heading, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { InlineQuestion } from '../ui/inline-question.tsx';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { toast } from '../ui/toast.ts';
import { addPasskey, type Passkey, removePasskey, renamePasskey } from './passkey-calls.ts';
import { canUsePasskeys, PasskeyCancelled } from './passkey-ceremony.ts';
import { ProofCancelled, withProof } from './proof.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const FAILED = 'That did not work. Please try again.';
const NAME_MAX = 120;

const datesOf = ({ addedAt, usedAt }: Passkey) =>
  `Added: ${relativeTimeInText(addedAt)} · ${usedAt ? `Last used: ${relativeTimeInText(usedAt)}` : 'Not used yet'}`;

function RenameForm({
  passkey,
  isPending,
  onRename,
  onCancel,
}: {
  passkey: Passkey;
  isPending: boolean;
  onRename: (name: string) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(passkey.name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRename(name);
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="3">
      <Field.Root required>
        <Field.Label>Name of the passkey</Field.Label>
        <Input
          ref={input}
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field.Root>
      <Flex gap="3">
        <Button type="submit" size="sm" colorPalette="indigo" disabled={isPending}>
          Save
        </Button>
        <Button size="sm" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </chakra.form>
  );
}

interface RowProps {
  passkey: Passkey;
  /** Whether removing it turns two-step sign-in off. */
  isOnlySecondStep: boolean;
  isPending: boolean;
  onRename: (name: string) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
}

function Row({ passkey, isOnlySecondStep, isPending, onRename, onRemove }: RowProps) {
  const id = useId();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const rename = async (name: string) => (await onRename(name)) && setMode('shown');
  return (
    <chakra.li py="4" borderTopWidth="1px" listStyleType="none">
      {mode === 'renaming' ? (
        <RenameForm
          passkey={passkey}
          isPending={isPending}
          onRename={(name) => void rename(name)}
          onCancel={() => setMode('shown')}
        />
      ) : (
        <Flex wrap="wrap" gap="3" align="center" justify="space-between">
          <Box minW="0" aria-live="polite">
            <Text overflowWrap="anywhere">{passkey.name}</Text>
            <Text textStyle="sm" color="fg.muted">
              {mode === 'shown'
                ? datesOf(passkey)
                : `Remove it? It will no longer sign you in.${
                    isOnlySecondStep ? ' Two-step sign-in will be off.' : ''
                  } Other browsers will be signed out.`}
            </Text>
          </Box>
          <Flex gap="3">
            {mode === 'shown' ? (
              <>
                <Button
                  variant="outline"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setMode('renaming')}
                >
                  Rename
                </Button>
                <Button
                  id={id}
                  variant="outline"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setMode('removing')}
                >
                  Remove
                </Button>
              </>
            ) : (
              <InlineQuestion
                id={id}
                yes="Yes, Remove It"
                no="Keep It"
                isPending={isPending}
                onYes={() => void onRemove()}
                onNo={() => setMode('shown')}
              />
            )}
          </Flex>
        </Flex>
      )}
    </chakra.li>
  );
}

interface PasskeyListProps {
  passkeys: Passkey[];
  /** Whether two-step sign-in is on by passkeys alone. */
  areSecondStep: boolean;
  /** Called after each change. */
  onChanged: () => Promise<void>;
}

/** The member's passkeys in the settings. */
export function PasskeyList({ passkeys, areSecondStep, onChanged }: PasskeyListProps) {
  const [isPending, setPending] = useState(false);
  const change = async (work: () => Promise<void>, message: string): Promise<boolean> => {
    setPending(true);
    try {
      await withProof(work);
      await onChanged();
      toast.success(message);
      return true;
    } catch (error) {
      const isCancelled = error instanceof ProofCancelled || error instanceof PasskeyCancelled;
      if (!isCancelled) toast.error('Error', messageOf(error, FAILED));
      return false;
    } finally {
      setPending(false);
    }
  };
  return (
    <Box>
      <Heading as="h3" size="md" mb="2">
        Passkeys
      </Heading>
      <Text mb="4" color="fg.muted">
        {canUsePasskeys
          ? 'Sign in with your fingerprint, your face or your screen lock instead of your password.'
          : 'This browser cannot make passkeys. Add one in a newer browser.'}
      </Text>
      <chakra.ul aria-label="Passkeys" mb={passkeys.length > 0 ? '4' : '0'}>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            passkey={passkey}
            isOnlySecondStep={areSecondStep && passkeys.length === 1}
            isPending={isPending}
            onRename={(name) => change(() => renamePasskey(passkey.id, name), 'Passkey renamed')}
            onRemove={() => change(() => removePasskey(passkey.id), 'Passkey removed')}
          />
        ))}
      </chakra.ul>
      {canUsePasskeys ? (
        <Button
          variant="outline"
          disabled={isPending}
          onClick={() => void change(addPasskey, 'Passkey added')}
        >
          Add a Passkey
        </Button>
      ) : null}
    </Box>
  );
}
