import { Text, type TextProps } from '@chakra-ui/react';

interface ProblemNoteProps extends Pick<TextProps, 'mt' | 'mb'> {
  /** Null when there is none. */
  text: string | null;
  /** Another attempt is pending: the note is hidden but keeps its place, so that nothing moves under a pointer. */
  isPast?: boolean;
}

/** Why a form was refused. */
export function ProblemNote({ text, isPast = false, ...margins }: ProblemNoteProps) {
  return text === null ? null : (
    <Text
      role="alert"
      textStyle="sm"
      color="fg.error"
      visibility={isPast ? 'hidden' : undefined}
      {...margins}
    >
      {text}
    </Text>
  );
}
