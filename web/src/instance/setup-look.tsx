import '../lib/no-eval.ts';
import { Button, Grid, Text } from '@chakra-ui/react';
import { SetupLook, type SetupState } from '@selvedge/shared/instance/setup';
import { THEME_ACCENT } from '@selvedge/shared/platform/theme-accent';
import { useForm, useWatch } from 'react-hook-form';
import { OneField } from '../ui/form-field.tsx';
import { formResolver } from '../ui/form-resolver.ts';
import { showFormProblem } from '../ui/show-form-problem.ts';
import { Input } from '../ui/text-input.tsx';
import { CURRENCIES, ZONES } from './choices.ts';
import { LookPreview } from './look-preview.tsx';
import { SelectField } from './select-field.tsx';
import { readColors, setLook } from './setup-calls.ts';

type Look = Pick<SetupState, 'name' | 'accent' | 'currency' | 'timeZone'>;

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface SetupLookFormProps {
  setupKey: string;
  state: SetupState;
  onDone: (look: Look) => void;
}

/** The first step: how members will see the instance, and in which money and time it trades. */
export function SetupLookForm({ setupKey, state, onDone }: SetupLookFormProps) {
  const form = useForm<Look>({
    resolver: formResolver(SetupLook.omit({ key: true })),
    defaultValues: {
      name: state.name,
      accent: state.accent,
      currency: state.currency,
      timeZone: state.timeZone || zoneHere(),
    },
  });
  const [name, accent] = useWatch({ control: form.control, name: ['name', 'accent'] });
  const pick = (value: string) => form.setValue('accent', value === THEME_ACCENT ? '' : value);
  const { isSubmitting, errors } = form.formState;
  const save = form.handleSubmit(async () => {
    const look = form.getValues();
    try {
      await setLook(setupKey, look);
      onDone(look);
    } catch (error) {
      showFormProblem(form, error, 'This could not be saved. Please try again.');
    }
  });
  return (
    <form onSubmit={(event) => void save(event)} noValidate aria-label="Name and color">
      <Grid templateColumns="repeat(6, 1fr)" gap="5">
        <OneField form={form} name="name" label="Name" span={6}>
          <Input {...form.register('name')} autoComplete="off" size="lg" />
        </OneField>
        <OneField form={form} name="accent" label="Accent color" span={3} help="For buttons and links.">
          <Input
            type="color"
            w="20"
            p="1"
            value={accent || THEME_ACCENT}
            onChange={({ target }) => pick(target.value)}
          />
        </OneField>
        <LookPreview
          name={name}
          tagline=""
          accent={accent || THEME_ACCENT}
          onPick={pick}
          read={(color) => readColors(setupKey, color)}
        />
        <SelectField form={form} name="currency" label="Currency" options={CURRENCIES} />
        <SelectField form={form} name="timeZone" label="Time zone" options={ZONES} />
      </Grid>
      <Text role="alert" textStyle="sm" color="fg.error" mt="4">
        {errors.root?.message}
      </Text>
      <Button type="submit" size="lg" colorPalette="indigo" w="full" mt="4" disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Next'}
      </Button>
      <Text textStyle="sm" color="fg.muted" mt="4">
        All of it can be changed later, at Admin, under Instance; the currency only until there are prices.
      </Text>
    </form>
  );
}
