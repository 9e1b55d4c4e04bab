import { Box, Button, chakra, Heading, Text } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
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
  row: (item: T) => ReactNode;
  /** How many there can be. */
  max: number;
  add: string;
  /** Shown in place of the button at the limit. */
  full: string;
  /** The form that adds one. @param id for `InlineForm` */
  form: (id: string, close: () => void) => ReactNode;
}

/** What a member, or an admin for the instance, has added in the settings: the list, and the form for another one. */
export function ManagedSection<T>({ managed, isInstance, form, ...texts }: ManagedSectionProps<T>) {
  const id = useId();
  const addId = `${id}-add`;
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = managed;
  const { title, about, failed, listLabel, row, max, add, full } = texts;
  return (
    <chakra.section
      aria-labelledby={id}
      tabIndex={-1}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
    >
      <Heading as={isInstance ? 'h2' : 'h3'} id={id} size="md">
        {title}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {about}
      </Text>
      {error ? <Failure text={messageOf(error, failed)} retry={() => void refetch()} /> : null}
      {!data ? (
        error ? null : (
          <Loading />
        )
      ) : (
        <>
          {data.length === 0 ? null : (
            <Box as="ul" listStyleType="none" aria-label={listLabel}>
              {data.map(row)}
            </Box>
          )}
          {isAdding ? (
            form(addId, () => setAdding(false))
          ) : data.length < max ? (
            <Button
              id={addId}
              variant="outline"
              minH="11"
              justifySelf="start"
              onClick={() => setAdding(true)}
            >
              {add}
            </Button>
          ) : (
            <Text textStyle="sm" color="fg.muted">
              {full}
            </Text>
          )}
        </>
      )}
    </chakra.section>
  );
}
