import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import type { Pages } from '../lib/use-pages.ts';
import { Failure } from '../ui/failure.tsx';
import { ListEnd } from '../ui/list-end.tsx';
import { Loading } from '../ui/loading.tsx';

interface AdminListProps<T> {
  pages: Pages<T>;
  empty: string;
  children: (items: T[]) => ReactNode;
}

/** A list for admins, in each of its states. */
export function AdminList<T>({ pages, empty, children }: AdminListProps<T>) {
  const { items, error, retry } = pages;
  if (error) return <Failure text={messageOf(error, 'The list could not be loaded.')} retry={retry} />;
  if (!items) return <Loading />;
  if (items.length === 0) {
    return (
      <Text color="fg.muted" py="12" textAlign="center">
        {empty}
      </Text>
    );
  }
  return (
    <>
      {children(items)}
      <ListEnd {...pages} />
    </>
  );
}
