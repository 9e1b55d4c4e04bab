import { Field, Text } from '@chakra-ui/react';

/** The label of a field, which says so if the field is optional. */
export function FieldLabel({ text, isOptional }: { text: string; isOptional: boolean }) {
  return (
    <Field.Label>
      {text}
      {isOptional ? (
        <Text as="span" color="fg.subtle" fontWeight="normal">
          Optional
        </Text>
      ) : null}
    </Field.Label>
  );
}
