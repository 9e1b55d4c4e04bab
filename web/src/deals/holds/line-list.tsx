import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { Line } from '@selvedge/shared/deals/holds';
import { UserAvatar } from '../../ui/user-avatar.tsx';

interface LineListProps {
  people: NonNullable<Line['people']>;
  isBusy: boolean;
  /** Holds the listing for the next one who has written to the seller, instead of its current holder. */
  onHold: (conversationId: string) => void;
}

/** The line of a listing, for its seller. */
export function LineList({ people, isBusy, onHold }: LineListProps) {
  const next = people.find(({ conversationId }) => conversationId !== null);
  const nextId = next?.conversationId;
  return (
    <Box mt="4" pt="4" borderTopWidth="1px">
      <Heading as="h2" textStyle="sm" fontWeight="semibold">
        Waiting in line ({people.length})
      </Heading>
      <Box as="ol" mt="2" listStyleType="none">
        {people.map((one, i) => (
          <Flex key={one.person.id} as="li" align="center" gap="3" minH="12">
            <Text as="span" w="5" textStyle="sm" color="fg.muted" aria-hidden="true">
              {i + 1}
            </Text>
            <UserAvatar person={one.person} size="sm" />
            <Text flex="1" minW="0" textStyle="sm" truncate>
              {one.person.username}
            </Text>
            {one === next && nextId ? (
              <Button size="sm" variant="outline" aria-disabled={isBusy} onClick={() => onHold(nextId)}>
                Hold for {one.person.username}
              </Button>
            ) : null}
          </Flex>
        ))}
      </Box>
    </Box>
  );
}
