import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Profile } from '@selvedge/shared/members/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { profileKey } from '../../lib/own-list-keys.ts';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Loading } from '../../ui/loading.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { downloadVouches } from './download.ts';
import { useVouches } from './use-vouches.ts';
import { VouchItem } from './vouch-item.tsx';

function Download({ username }: { username: string }) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadVouches(username).catch((error: unknown) =>
      showFailure(error, 'The vouches could not be downloaded. Please try again.'),
    );
    setBusy(false);
  };
  return (
    <Flex direction="column" align="flex-start" gap="2" mt="6">
      <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={() => !isBusy && void download()}>
        <Icon name="down" size={16} />
        Download Signed Vouches
      </Button>
      <Text textStyle="xs" color="fg.subtle" maxW="60ch">
        The file is signed: anyone can verify, without this site, that it published these vouches about{' '}
        {username} and that nobody has changed them since.
      </Text>
    </Flex>
  );
}

/** The public vouches about a member, with the answers to them. */
export default function VouchList({ profile }: { profile: Pick<Profile, 'id' | 'username'> }) {
  const { username } = profile;
  const queries = useQueryClient();
  const pages = useVouches(username);
  const { items, error, retry } = pages;
  // The profile's count changes with its list.
  const refetch = () => queries.invalidateQueries({ queryKey: profileKey(username) });
  if (error) return <Failure text={messageOf(error, 'The vouches could not be loaded.')} retry={retry} />;
  if (!items) return <Loading />;
  if (items.length === 0) {
    return (
      <Text color="fg.muted" py="16" textAlign="center">
        No vouches yet
      </Text>
    );
  }
  return (
    <Box maxW="720px">
      <Box as="ul" listStyleType="none" mt="-5">
        {items.map((vouch) => (
          <VouchItem key={vouch.id} vouch={vouch} subject={profile} onChanged={refetch} />
        ))}
      </Box>
      <ListEnd {...pages} />
      <Download username={username} />
    </Box>
  );
}
