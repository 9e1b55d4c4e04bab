import { Button, chakra, Field, Flex, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import type { MakeApiKey, NewApiKey } from '@selvedge/shared/identity/api-keys';
import { API_KEY_DAYS, API_KEY_NAME_MAX } from '@selvedge/shared/platform/limits';
import { SCOPES, type Scope } from '@selvedge/shared/platform/scope';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { withSlotEdge } from '../../ui/field-edge.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { ProofCancelled, withProof } from '../proof.ts';
import { SCOPE_TEXTS } from './scope-texts.ts';

registerRecipes({
  slotRecipes: { field: fieldSlotRecipe, nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') },
});

const FAILED = 'Failed to make the key. Please try again.';
const NEVER = 'never';

const makeKey = (input: MakeApiKey) => withProof(() => api<NewApiKey>('POST', '/api/keys', input));

interface ScopeFieldProps {
  scope: Scope;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function ScopeField({ scope, isOn, onChange }: ScopeFieldProps) {
  const id = useId();
  const [name, help] = SCOPE_TEXTS[scope];
  return (
    <Flex gap="3" align="flex-start" minH="11">
      <chakra.input
        id={id}
        type="checkbox"
        mt="1"
        boxSize="4"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <chakra.label htmlFor={id} flex="1">
        <chakra.span display="block">{name}</chakra.span>
        <chakra.span display="block" textStyle="sm" color="fg.muted">
          {help}
        </chakra.span>
      </chakra.label>
    </Flex>
  );
}

function ExpiryField({ value, onChange }: { value: string; onChange: (days: string) => void }) {
  return (
    <Field.Root>
      <Field.Label>Expires</Field.Label>
      <NativeSelect.Root size="md">
        <NativeSelect.Field minH="11" value={value} onChange={({ target }) => onChange(target.value)}>
          {API_KEY_DAYS.map((days) => (
            <option key={days} value={days}>
              {`After ${days} days`}
            </option>
          ))}
          <option value={NEVER}>Never</option>
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}

interface ApiKeyFormProps {
  onMade: (key: NewApiKey) => void;
  onCancel: () => void;
}

export function ApiKeyForm({ onMade, onCancel }: ApiKeyFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<string>(String(API_KEY_DAYS[1]));
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    try {
      const chosen = API_KEY_DAYS.find((one) => String(one) === days) ?? null;
      const made = SCOPES.filter((scope) => scopes.includes(scope));
      onMade(await makeKey({ name, scopes: made, days: chosen }));
    } catch (error) {
      if (!(error instanceof ProofCancelled)) setProblem(messageOf(error, FAILED));
      setPending(false);
    }
  };
  return (
    <chakra.form
      noValidate
      onSubmit={(event) => void submit(event)}
      display="grid"
      gap="5"
      aria-label="New API key"
    >
      <Field.Root required>
        <Field.Label>Name</Field.Label>
        <Input
          ref={input}
          autoComplete="off"
          maxLength={API_KEY_NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field.HelperText>The program that will use it</Field.HelperText>
      </Field.Root>
      <chakra.fieldset>
        <chakra.legend textStyle="sm" fontWeight="medium" mb="3">
          What it may do
        </chakra.legend>
        <Stack gap="3">
          {SCOPES.map((scope) => (
            <ScopeField
              key={scope}
              scope={scope}
              isOn={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
        </Stack>
      </chakra.fieldset>
      <ExpiryField value={days} onChange={setDays} />
      <Text textStyle="sm" color="fg.muted">
        A key never changes how you sign in, makes other keys or acts as an admin.
      </Text>
      <ProblemNote text={problem} isPast={isPending} />
      <Flex gap="3" wrap="wrap">
        <Button type="submit" colorPalette="indigo" disabled={isPending}>
          {isPending ? 'Making...' : 'Make Key'}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </chakra.form>
  );
}
