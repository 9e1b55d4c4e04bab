import { Input as PlainInput, Textarea as PlainTextarea } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** A field whose text runs in the direction of its own script. */
export const Input = (props: ComponentProps<typeof PlainInput>) => <PlainInput dir="auto" {...props} />;

/** The same for several lines. */
export const Textarea = (props: ComponentProps<typeof PlainTextarea>) => (
  <PlainTextarea dir="auto" {...props} />
);
