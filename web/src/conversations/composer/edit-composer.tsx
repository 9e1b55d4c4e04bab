import { Flex, IconButton, Text } from '@chakra-ui/react';
import type { Message } from '@selvedge/shared/conversations/conversations';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { messaging } from '../store/messaging.ts';
import { toProblem } from '../store/session/problem.ts';
import { useMessaging } from '../use-messaging.ts';
import { Composer } from './composer.tsx';

const stop = () => messaging.stopEditing();

/** Replaces the composer while a message is edited; the draft stays as it is. */
export function EditComposer({ message }: { message: Message }) {
  const text = useMessaging((s) => s.edits[message.id] ?? message.content);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    if (text.trim() === message.content) return stop();
    setSaving(true);
    setError(null);
    try {
      await messaging.saveEdit(message.id, text);
    } catch (problem) {
      setError(toProblem(problem).message);
      setSaving(false);
    }
  };
  return (
    <Composer
      text={text}
      isSending={isSaving}
      error={error}
      onType={(typed) => messaging.changeEdit(message.id, typed)}
      onSend={() => void save()}
      submitLabel="Save message"
      alwaysFocuses
    >
      <Flex align="center" justify="space-between" mb="2" ps="1">
        <Text textStyle="sm" fontWeight="semibold">
          Editing
        </Text>
        <IconButton variant="ghost" size="xs" aria-label="Cancel editing" onClick={stop}>
          <Icon name="x" size={16} />
        </IconButton>
      </Flex>
    </Composer>
  );
}
