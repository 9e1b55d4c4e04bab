import { chakra, Field, Flex, Stack, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import type { MakeApiKey, NewApiKey } from '@selvedge/shared/identity/api-keys';
import { API_KEY_DAYS, API_KEY_NAME_MAX } from '@selvedge/shared/platform/limits';
import { SCOPES, type Scope } from '@selvedge/shared/platform/scope';
import { type ComponentProps, useId } from 'react';
import { api } from '../../lib/api.ts';
import { useTextDraft } from '../../lib/session/use-text-draft.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { ProofCancelled, withProof } from '../proof.ts';
import { SCOPE_TEXTS } from './scope-texts.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

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

interface ScopeFieldsProps {
  scopes: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopeFields({ scopes, onChange }: ScopeFieldsProps) {
  return (
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
            onChange={(isOn) => onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
      </Stack>
    </chakra.fieldset>
  );
}

const EXPIRIES = [
  ...API_KEY_DAYS.map((days) => [String(days), `After ${days} days`] as const),
  ['never', 'Never'],
] as const;

interface Typed {
  name: string;
  scopes: readonly Scope[];
  days: string;
}
const EMPTY: Typed = { name: '', scopes: [], days: String(API_KEY_DAYS[1]) };

interface ApiKeyFormProps extends Pick<ComponentProps<typeof InlineForm>, 'id' | 'onSettled'> {
  onMade: (key: NewApiKey) => void;
  onCancel: () => void;
}

export function ApiKeyForm({ onMade, onCancel, ...form }: ApiKeyFormProps) {
  const [typed, setTyped, draft] = useTextDraft('api-key:new', EMPTY);
  const { name, scopes, days } = typed;
  const submit = async () => {
    const chosen = API_KEY_DAYS.find((one) => String(one) === days) ?? null;
    const made = SCOPES.filter((scope) => scopes.includes(scope));
    try {
      const key = await makeKey({ name, scopes: made, days: chosen });
      draft.clear();
      onMade(key);
      return true;
    } catch (error) {
      if (error instanceof ProofCancelled) return false;
      throw error;
    }
  };
  return (
    <InlineForm
      {...form}
      label="New API key"
      submit={['Make Key', 'Making...']}
      failed="Failed to make the key. Please try again."
      onSubmit={submit}
      onCancel={() => {
        draft.clear();
        onCancel();
      }}
    >
      <Field.Root required>
        <Field.Label>Name</Field.Label>
        <Input
          autoComplete="off"
          maxLength={API_KEY_NAME_MAX}
          value={name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        <Field.HelperText>The program that will use it</Field.HelperText>
      </Field.Root>
      <ScopeFields scopes={scopes} onChange={(chosen) => setTyped({ ...typed, scopes: chosen })} />
      <ChoiceField
        label="Expires"
        options={EXPIRIES}
        value={days}
        onChange={(chosen) => setTyped({ ...typed, days: chosen })}
      />
      <Text textStyle="sm" color="fg.muted">
        A key never changes how you sign in, makes other keys or acts as an admin.
      </Text>
    </InlineForm>
  );
}
