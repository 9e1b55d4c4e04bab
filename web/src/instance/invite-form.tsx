import '../lib/no-eval.ts';
import { Button, GridItem } from '@chakra-ui/react';
import { type CreatedInvite, NewInvite } from '@selvedge/shared/instance/invites';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { OneField } from '../ui/form-field.tsx';
import { formResolver } from '../ui/form-resolver.ts';
import { showFailure } from '../ui/show-failure.ts';
import { Input } from '../ui/text-input.tsx';

export const INVITES_PATH = '/api/admin/invites';

/** As typed. */
interface Terms {
  uses: string;
  days: string;
  note: string;
}

interface InviteFormProps {
  onCreated: (invite: CreatedInvite) => void;
  /** Called after each attempt: the answer can be lost after the link is made. */
  onSettled: () => void;
}

/** The terms of a new invitation. It stands outside the form of the settings, in which no other can be. */
export function InviteForm({ onCreated, onSettled }: InviteFormProps) {
  const form = useForm<Terms>({
    resolver: formResolver(NewInvite),
    defaultValues: { uses: '1', days: '7', note: '' },
  });
  const { isSubmitting } = form.formState;
  const create = form.handleSubmit(async () => {
    try {
      onCreated(await api<CreatedInvite>('POST', INVITES_PATH, form.getValues()));
      form.reset();
    } catch (error) {
      showFailure(error, 'The invitation could not be made. Please try again.');
    } finally {
      onSettled();
    }
  });
  return (
    <form
      onSubmit={(event) => void create(event)}
      noValidate
      aria-label="New invitation"
      style={{ display: 'contents' }}
    >
      <OneField form={form} name="uses" label="People" span={1}>
        <Input {...form.register('uses')} inputMode="numeric" autoComplete="off" />
      </OneField>
      <OneField form={form} name="days" label="Days" span={1}>
        <Input {...form.register('days')} inputMode="numeric" autoComplete="off" />
      </OneField>
      <OneField form={form} name="note" label="Note" span={4} isOptional>
        <Input {...form.register('note')} autoComplete="off" />
      </OneField>
      <GridItem colSpan={6}>
        <Button type="submit" variant="outline" disabled={isSubmitting}>
          {isSubmitting ? 'Making...' : 'Make a Link'}
        </Button>
      </GridItem>
    </form>
  );
}
