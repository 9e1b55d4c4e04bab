import { Button, chakra, Field, Flex, Heading, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import type { Business } from '@selvedge/shared/members/businesses';
import type { Profile, User } from '@selvedge/shared/members/users';
import { BUSINESS_LIMITS } from '@selvedge/shared/platform/limits';
import { EMAIL_MAX } from '@selvedge/shared/safety/report-reasons';
import { BUSINESS, BUSINESS_FIELDS } from '@selvedge/shared/safety/safety-texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, apiSend, messageOf } from '../../lib/api.ts';
import { profileKey } from '../../lib/own-list-keys.ts';
import { FieldLabel } from '../../ui/field-label.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toast.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const PATH = '/api/auth/user/business';
const EMPTY: Business = { name: '', address: '', email: '', registerNumber: null };

interface FormProps {
  business: Business | null;
  onChanged: () => Promise<unknown>;
}

function BusinessForm({ business, onChanged }: FormProps) {
  const [typed, setTyped] = useState(business ?? EMPTY);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<Business>) => setTyped({ ...typed, ...part });
  const send = async (work: () => Promise<unknown>, done: string) => {
    setSaving(true);
    try {
      await work();
      setProblem(null);
      toast.success(done);
      await onChanged();
    } catch (error) {
      setProblem(messageOf(error, BUSINESS.failed));
    }
    setSaving(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => api<Business>('PUT', PATH, typed), BUSINESS.saved);
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="4">
      <Field.Root required>
        <FieldLabel text={BUSINESS_FIELDS.name.label} isOptional={false} />
        <Input
          autoComplete="organization"
          maxLength={BUSINESS_LIMITS.name}
          value={typed.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field.Root>
      <TextField
        label={BUSINESS_FIELDS.address.label}
        maxLength={BUSINESS_LIMITS.address}
        text={typed.address}
        onChange={(address) => change({ address })}
      />
      <Field.Root required>
        <FieldLabel text={BUSINESS_FIELDS.email.label} isOptional={false} />
        <Input
          type="email"
          maxLength={EMAIL_MAX}
          value={typed.email}
          onChange={({ target }) => change({ email: target.value })}
        />
      </Field.Root>
      <Field.Root>
        <FieldLabel text={BUSINESS_FIELDS.registerNumber.label} isOptional />
        <Input
          maxLength={BUSINESS_LIMITS.registerNumber}
          value={typed.registerNumber ?? ''}
          onChange={({ target }) => change({ registerNumber: target.value || null })}
        />
      </Field.Root>
      <ProblemNote text={problem} isPast={isSaving} />
      <Flex wrap="wrap" gap="3">
        <Button type="submit" variant="outline" disabled={isSaving}>
          {BUSINESS.save[isSaving ? 1 : 0]}
        </Button>
        {business ? (
          <Button
            variant="ghost"
            disabled={isSaving}
            onClick={() => void send(() => apiSend('DELETE', PATH), BUSINESS.removed)}
          >
            {BUSINESS.remove}
          </Button>
        ) : null}
      </Flex>
    </chakra.form>
  );
}

/** The setting with which a member declares to sell as a business. */
export function BusinessSetting({ user }: { user: User }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data: profile } = useQuery({
    queryKey: profileKey(user.username),
    queryFn: () => api<Profile>('GET', `/api/users/${encodeURIComponent(user.username)}`),
  });
  const changed = async () => {
    setOpen(false);
    // Also the pages of the member's listings.
    await queries.invalidateQueries();
  };
  return (
    <chakra.section display="grid" gap="4" justifyItems="stretch" aria-labelledby="business-seller">
      <Heading as="h3" id="business-seller" size="md">
        {BUSINESS.heading}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {BUSINESS.offer}
      </Text>
      {profile === undefined ? (
        <Loading />
      ) : isOpen || profile.business ? (
        <BusinessForm
          key={JSON.stringify(profile.business)}
          business={profile.business}
          onChanged={changed}
        />
      ) : (
        <Button variant="outline" justifySelf="start" onClick={() => setOpen(true)}>
          {BUSINESS.declare}
        </Button>
      )}
    </chakra.section>
  );
}
