import { Box, Heading, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { DealList } from '../deals/deals/deal-list.tsx';
import { instance } from '../lib/instance.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import { useTitle } from '../ui/use-title.ts';
import NotFoundPage from './not-found-page.tsx';

function Deals({ personId }: { personId: string }) {
  useTitle('Deals');
  return (
    <Box maxW="860px" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '6', md: '9' }} pb="24">
      <Heading as="h1" size="2xl">
        Deals
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="1" mb="3">
        Sales that you and the other member have both confirmed.
      </Text>
      <DealList key={personId} personId={personId} />
    </Box>
  );
}

/** The signed-in member's deals. */
export default function DealsPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const { deals: isOn } = instance.features;
  useEffect(() => {
    if (isOn && status === 'signed-out') void navigate(loginPath('/deals'), { replace: true });
  }, [isOn, status, navigate]);
  if (!isOn) return <NotFoundPage />;
  if (user) return <Deals personId={user.id} />;
  return (
    <Centered>
      <Loading />
    </Centered>
  );
}
