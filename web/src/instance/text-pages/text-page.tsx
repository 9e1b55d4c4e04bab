import { Box, Heading, Link, Text } from '@chakra-ui/react';
import {
  contactLink,
  type TextPage as Page,
  TEXT_PAGES,
  type TextPageName,
} from '@selvedge/shared/instance/text-pages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { fromPage } from '../../lib/page-data.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { TextContent } from './text-content.tsx';

/** Where to reach the operator. */
const Contact = ({ address }: { address: string }) => (
  <Text mt="8" color="fg.muted">
    Contact:{' '}
    <Link href={contactLink(address)} variant="underline">
      {address}
    </Link>
  </Text>
);

/** A page that the operator of the instance has written. */
export function TextPage({ name, children }: { name: TextPageName; children?: ReactNode }) {
  const title = name === 'about' ? `About ${instance.name}` : TEXT_PAGES[name];
  useTitle(TEXT_PAGES[name]);
  const address = `/api/pages/${name}`;
  const { data, error, refetch } = useQuery({
    queryKey: [address],
    queryFn: () => api<Page>('GET', address),
    ...fromPage<Page>(address),
  });
  if (error)
    return <Failure text={messageOf(error, 'The page could not be loaded.')} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Box maxW="68ch" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '8', md: '14' }} pb="16">
      <Heading as="h1" size="3xl" fontWeight="600" mb="8">
        {title}
      </Heading>
      <TextContent content={data.content} />
      {children}
      {data.contact ? <Contact address={data.contact} /> : null}
    </Box>
  );
}
