import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ProofCode } from '@selvedge/shared/items/proof-photos';
import { messageOf } from '../../lib/api.ts';
import { fullDayText } from '../../lib/day.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProofUpload } from './proof-upload.tsx';
import { useCode, useTimeLeft } from './use-code.ts';

function Code({ code, expiresAt, onOver }: ProofCode & { onOver: () => void }) {
  const left = useTimeLeft(expiresAt, onOver);
  return (
    <Flex
      direction="column"
      align="center"
      gap="1.5"
      py="5"
      bg="bg.subtle"
      borderRadius="l2"
      borderStartWidth="3px"
      borderStartColor="thread.600"
    >
      <Text textStyle="xs" color="fg.muted">
        Code for this listing
      </Text>
      <Text
        // With large text, its six letters still fit into one line of a phone.
        fontSize={{ base: 'min(1.875rem, 9dvw)', md: '4xl' }}
        lineHeight="1.1"
        fontWeight="600"
        letterSpacing="0.22em"
        me="-0.22em"
        css={{ fontStretch: '118%' }}
      >
        {code}
      </Text>
      <Text textStyle="xs" color="fg.muted">
        {left === null ? 'Expired' : `Valid for ${left}`}
      </Text>
    </Flex>
  );
}

const Steps = chakra('ol', {
  base: { display: 'grid', gap: '3', mt: '5', counterReset: 'step', listStyleType: 'none' },
});
const Step = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0,1fr)',
    alignItems: 'baseline',
    gap: '3',
    textStyle: 'sm',
    counterIncrement: 'step',
    _before: {
      content: 'counter(step)',
      display: 'grid',
      placeItems: 'center',
      boxSize: '6',
      borderRadius: 'full',
      bg: 'bg.muted',
      textStyle: 'xs',
      fontWeight: 'semibold',
    },
  },
});

interface ProofStepsProps {
  /** Null for the listing that the member is about to post. */
  listingId: string | null;
  image: string | null;
  /** Rejects when the photo cannot be used. */
  onUploaded: (proof: { code: string; image: string }) => Promise<void> | void;
}

/** The code for a proof photo, what to do with it, and the upload. */
export default function ProofSteps({ listingId, image, onUploaded }: ProofStepsProps) {
  const { data, error, refetch } = useCode(listingId);
  const user = useUser();
  if (error && !data) {
    return <Failure text={messageOf(error, 'There is no code right now.')} retry={() => void refetch()} />;
  }
  if (!data) return <Loading label="Loading the code" />;
  const { code } = data;
  return (
    <Box>
      <Code {...data} onOver={refetch} />
      <Steps>
        <Step>
          <span>
            Write on paper, by hand: <strong>{user?.username}</strong>,{' '}
            <strong>{fullDayText(Date.now())}</strong> and <strong>{code}</strong>.
          </span>
        </Step>
        <Step>Lay the paper on the item.</Step>
        <Step>Take one photo that shows both, and add it here.</Step>
      </Steps>
      <ProofUpload image={image} onUploaded={(uploaded) => onUploaded({ code, image: uploaded })} />
      <Text mt="4" textStyle="xs" color="fg.subtle">
        Everyone sees the photo with this code and its day. We confirm that the code was issued for this
        listing, and when the photo was added. We don't check the photo: buyers judge the handwriting.
      </Text>
    </Box>
  );
}
