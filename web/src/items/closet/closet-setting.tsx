import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import { downloadCloset } from './closet-calls.ts';

/** Export and import in the settings. @param onLeave called when a link leads to another page */
export function ClosetSetting({ onLeave }: { onLeave: () => void }) {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await downloadCloset();
    } catch (error) {
      toast.error('Error', messageOf(error, 'Failed to download your closet'));
    } finally {
      setPending(false);
    }
  };
  return (
    <Box>
      <Heading as="h3" size="md">
        Your closet
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="4" mb="4">
        Your listings and WTBs as tables, with the photos, for a spreadsheet or another place. Or bring in
        listings from one.
      </Text>
      <Flex gap="3" wrap="wrap">
        <Button variant="outline" disabled={isPending} onClick={() => void save()}>
          {isPending ? 'Preparing...' : 'Download My Closet'}
        </Button>
        <Button variant="outline" asChild>
          <Link to="/closet" onClick={onLeave}>
            Bring In Listings
          </Link>
        </Button>
      </Flex>
    </Box>
  );
}
