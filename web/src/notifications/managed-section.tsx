import { Box, Button, chakra, Heading, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { messageOf } from '../lib/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import type { useManaged } from './use-managed.ts';

interface ManagedSectionProps<T> {
  title: string;
  about: string;
  isInstance: boolean;
  managed: ReturnType<typeof useManaged<T>>;
  failed: string;
  /** Names the list for screen readers. */
  listLabel: string;
  row: (item: T, place: number) => ReactNode;
  /** How many there can be. */
  max: number;
  add: string;
  onAdd: () => void;
  /** The form that adds one, while it is open. */
  form: ReactNode;
}

/** What a member, or an admin for the instance, has added in the settings: the list, and the form for another one. */
export function ManagedSection<T>({ managed, isInstance, form, ...texts }: ManagedSectionProps<T>) {
  const id = useId();
  const { data, error, refetch } = managed;
  const { title, about, failed, listLabel, row, max, add, onAdd } = texts;
  return (
    <chakra.section aria-labelledby={id} display="grid" gap="4">
      <Heading as={isInstance ? 'h2' : 'h3'} id={id} size="md">
        {title}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {about}
      </Text>
      {error ? (
        <Failure text={messageOf(error, failed)} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          {data.length === 0 ? null : (
            <Box as="ul" listStyleType="none" aria-label={listLabel}>
              {data.map(row)}
            </Box>
          )}
          {form ??
            (data.length < max ? (
              <Button variant="outline" justifySelf="start" onClick={onAdd}>
                {add}
              </Button>
            ) : null)}
        </>
      )}
    </chakra.section>
  );
}
