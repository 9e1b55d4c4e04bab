import { Box, Text } from '@chakra-ui/react';
import type { ProofPhoto } from '@selvedge/shared/items/proof-photos';
import { dayText } from '../../lib/day.ts';

/** What a proof photo has to show, and what the product confirms about it. */
export function ProofNote({ proof: { code, takenAt } }: { proof: ProofPhoto }) {
  return (
    <Box as="section" aria-labelledby="proof-note" mt="5" pt="4" borderTopWidth="1px">
      <Text as="h2" id="proof-note" textStyle="sm" fontWeight="semibold">
        Proof photo with the code{' '}
        <Text as="span" letterSpacing="wider">
          {code}
        </Text>
        , {dayText(takenAt)}
      </Text>
      <Text mt="1" textStyle="xs" color="fg.muted" maxW="56ch">
        We issued this code for this listing only, and recorded when the photo was added. We haven't checked
        the photo: compare the code, the name and the date in it.
      </Text>
    </Box>
  );
}
