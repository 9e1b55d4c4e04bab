import { Input as PlainInput, Textarea as PlainTextarea } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** A field whose text runs in the direction of its own script. */
export function Input(props: ComponentProps<typeof PlainInput>) {
  return <PlainInput dir="auto" {...props} />;
}

/** The same for several lines. */
export function Textarea(props: ComponentProps<typeof PlainTextarea>) {
  return <PlainTextarea dir="auto" {...props} />;
}
