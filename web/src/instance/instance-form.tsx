import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { draftOf } from '../lib/draft.ts';
import { useFormDraft } from '../lib/session/use-form-draft.ts';
import { useUser } from '../lib/session/use-session.ts';
import { showFormProblem } from '../ui/show-form-problem.ts';
import { toast } from '../ui/toast.ts';
import { FeatureFields } from './feature-fields.tsx';
import { LookFields } from './look-fields.tsx';
import { PageFields } from './page-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { saveSettings } from './save-settings.ts';

interface InstanceFormProps {
  saved: InstanceSettings;
  onSaved: (settings: InstanceSettings) => void;
  /** Called when the server has stored a picture, or removed one: then the address is empty. */
  onPicture: (picture: InstancePicture, address: string) => void;
}

/** All settings of the instance in one form. What is typed survives a reload and a lost session. */
export function InstanceForm({ saved, onSaved, onPicture }: InstanceFormProps) {
  const user = useUser();
  const [draft] = useState(() => draftOf<InstanceSettings>(user?.id ?? '', 'instance'));
  const [typed] = useState(() => draft.load());
  const form = useForm<InstanceSettings>({ defaultValues: saved, ...(typed && { values: typed }) });
  useFormDraft(form, draft, true);
  const { isSubmitting, errors } = form.formState;

  const save = form.handleSubmit(async (values) => {
    try {
      const settings = await saveSettings(saved, values);
      onSaved(settings);
      form.reset(settings);
      draft.clear();
      toast.success('The settings were saved.');
    } catch (error) {
      showFormProblem(form, error, 'The settings could not be saved. Please try again.');
    }
  });
  return (
    <chakra.form
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label="Instance"
      // A field that gets the focus must not stay behind the bar at the bottom.
      css={{ '& :focus': { scrollMarginBottom: '24' } }}
    >
      <Stack gap="10">
        <LookFields form={form} pictures={saved} onPicture={onPicture} />
        <PageFields form={form} />
        <RuleFields form={form} />
        <FeatureFields form={form} />
      </Stack>
      <Flex
        position="sticky"
        bottom="0"
        align="center"
        justify="flex-end"
        wrap="wrap"
        gap="4"
        mt="8"
        // As wide as the focus ring of a field behind it.
        mx="-0.5"
        px="0.5"
        py="4"
        borderTopWidth="1px"
        bg="bg"
      >
        <Text role="alert" textStyle="sm" color="fg.error" flex="1">
          {errors.root?.message}
        </Text>
        <Button type="submit" colorPalette="indigo" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save Changes'}
        </Button>
      </Flex>
    </chakra.form>
  );
}
