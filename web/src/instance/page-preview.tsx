import { Box, Button } from '@chakra-ui/react';
import type { TextPage, TextPageName } from '@selvedge/shared/instance/text-pages';
import { useState } from 'react';
import { api, messageOf } from '../lib/api.ts';
import { toast } from '../ui/toast.ts';
import { SETTINGS_PATH } from './save-settings.ts';
import type { SettingsForm } from './settings-form.ts';
import { TextContent } from './text-pages/text-content.tsx';

interface PagePreviewProps {
  form: SettingsForm;
  name: TextPageName;
  label: string;
}

/** Shows a page as visitors will see it, with the text as typed. */
export function PagePreview({ form, name, label }: PagePreviewProps) {
  const [content, setContent] = useState<TextPage['content'] | null>(null);
  const load = async () => {
    try {
      const text = form.getValues(name);
      const shown = await api<Pick<TextPage, 'content'>>('POST', `${SETTINGS_PATH}/preview`, { text });
      setContent(shown.content);
    } catch (error) {
      toast.error('No preview', messageOf(error, 'Please try again.'));
    }
  };
  return (
    <>
      <Button size="sm" variant="outline" mt="1" onClick={() => void load()}>
        Preview {label}
      </Button>
      {content === null ? null : (
        <Box
          as="section"
          aria-label={`Preview of ${label}`}
          w="full"
          p="4"
          borderWidth="1px"
          borderRadius="l2"
        >
          <TextContent content={content} />
        </Box>
      )}
    </>
  );
}
