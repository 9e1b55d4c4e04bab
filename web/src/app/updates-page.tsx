import { Box, Heading } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { loginPath } from '../lib/session/next-path.ts';
import { useSession } from '../lib/session/use-session.ts';
import { NoticeList } from '../notifications/updates/notice-list.tsx';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import { useTitle } from '../ui/use-title.ts';

/** What the signed-in member was notified of. */
export default function UpdatesPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  useTitle('Updates');
  useEffect(() => {
    if (status === 'signed-out') void navigate(loginPath('/updates'), { replace: true });
  }, [status, navigate]);
  if (!user) {
    return (
      <Centered>
        <Loading />
      </Centered>
    );
  }
  return (
    <Box maxW="720px" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '6', md: '9' }} pb="24">
      <Heading as="h1" size="2xl">
        Updates
      </Heading>
      <NoticeList key={user.id} personId={user.id} />
    </Box>
  );
}
