import '../lib/no-eval.ts';
import { Button, Grid, Text } from '@chakra-ui/react';
import { SetupAdmin } from '@selvedge/shared/instance/setup';
import { useForm } from 'react-hook-form';
import { signIn } from '../lib/session/sign-in.ts';
import { OneField } from '../ui/form-field.tsx';
import { formResolver } from '../ui/form-resolver.ts';
import { showFormProblem } from '../ui/show-form-problem.ts';
import { Input } from '../ui/text-input.tsx';
import { createAdmin } from './setup-calls.ts';

interface Admin {
  email: string;
  username: string;
  password: string;
}

interface SetupAdminFormProps {
  setupKey: string;
  onBack: () => void;
  /** Called when the account exists: this browser is signed in to it, unless the connection failed. */
  onDone: () => void;
}

/** The second step: the account of the first admin, to which the browser is signed in at once. */
export function SetupAdminForm({ setupKey, onBack, onDone }: SetupAdminFormProps) {
  const form = useForm<Admin>({
    resolver: formResolver(SetupAdmin.omit({ key: true })),
    defaultValues: { email: '', username: '', password: '' },
  });
  const { isSubmitting, errors } = form.formState;
  const create = form.handleSubmit(async () => {
    const admin = form.getValues();
    try {
      await createAdmin(setupKey, admin);
    } catch (error) {
      showFormProblem(form, error, 'This did not work. Please try again.');
      return;
    }
    // If it fails, the page offers to sign in.
    await signIn(admin.email, admin.password).catch(() => undefined);
    onDone();
  });
  return (
    <form onSubmit={(event) => void create(event)} noValidate aria-label="Your account">
      <Grid templateColumns="repeat(6, 1fr)" gap="5">
        <OneField form={form} name="email" label="E-mail" span={6}>
          <Input {...form.register('email')} type="email" autoComplete="email" size="lg" />
        </OneField>
        <OneField
          form={form}
          name="username"
          label="Username"
          span={6}
          help="3 to 20 letters and numbers. Members see it."
        >
          <Input {...form.register('username')} autoComplete="nickname" autoCapitalize="none" size="lg" />
        </OneField>
        <OneField form={form} name="password" label="Password" span={6} help="At least 8 characters.">
          <Input {...form.register('password')} type="password" autoComplete="new-password" size="lg" />
        </OneField>
      </Grid>
      <Text role="alert" textStyle="sm" color="fg.error" mt="4">
        {errors.root?.message}
      </Text>
      <Button type="submit" size="lg" colorPalette="indigo" w="full" mt="4" disabled={isSubmitting}>
        {isSubmitting ? 'Creating...' : 'Create the Account'}
      </Button>
      <Button variant="plain" size="sm" px="0" mt="4" textDecoration="underline" onClick={onBack}>
        Back to Name and Color
      </Button>
    </form>
  );
}
