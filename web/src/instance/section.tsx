import { Grid, Heading, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  about: string;
  children: ReactNode;
}

/** A part of the form with its fields in six columns. */
export function Section({ title, about, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading as="h2" id={id} size="md">
        {title}
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="1" mb="5">
        {about}
      </Text>
      <Grid templateColumns="repeat(6, 1fr)" gap="5">
        {children}
      </Grid>
    </section>
  );
}
