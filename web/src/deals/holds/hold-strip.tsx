import { Button, Flex, Text } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Line } from '@selvedge/shared/deals/holds';
import type { Person } from '@selvedge/shared/members/users';
import { ordinal, untilText } from './until.ts';
import type { HoldActions } from './use-hold.ts';

interface HoldStripProps {
  listing: Pick<NonNullable<Conversation['listing']>, 'hold'>;
  /** Undefined until it has loaded. */
  line: Line | undefined;
  isSeller: boolean;
  /** The buyer of the conversation. */
  buyer: Pick<Person, 'id' | 'username'>;
  actions: HoldActions;
}

function textOf({ listing: { hold }, line, isSeller, buyer }: HoldStripProps): string {
  if (hold) return `Held for ${isSeller ? buyer.username : 'you'} until ${untilText(hold.until)}`;
  if (!isSeller && line?.place) return `On hold for someone else. You're ${ordinal(line.place)} in line.`;
  return 'On hold for someone else.';
}

/** In a thread, below its listing while that is on hold. */
export function HoldStrip(props: HoldStripProps) {
  const { listing, line, isSeller, buyer, actions } = props;
  const button = (text: string, act: () => void) => (
    <Button size="xs" variant="outline" bg="bg" aria-disabled={actions.isBusy} onClick={act}>
      {text}
    </Button>
  );
  const next =
    isSeller && !listing.hold ? line?.people?.find((one) => one.conversationId !== null) : undefined;
  const nextId = next?.person.id === buyer.id ? next.conversationId : null;
  return (
    <Flex
      flexShrink={0}
      wrap="wrap"
      align="center"
      justify="space-between"
      columnGap="3"
      rowGap="1"
      px={{ base: '4', md: '5' }}
      py="2"
      minH="11"
      bg="bg.muted"
      borderBottomWidth="1px"
    >
      <Text role="status" textStyle="sm" flex="1 1 12rem" minW="0">
        {textOf(props)}
      </Text>
      {listing.hold ? button('Release', actions.release) : null}
      {nextId ? button(`Hold for ${buyer.username}`, () => actions.holdNext(nextId)) : null}
      {!listing.hold && !isSeller && line && !line.place
        ? button('Tell Me If It Frees Up', actions.join)
        : null}
      {!listing.hold && !isSeller && line?.place ? button('Leave the Line', actions.leave) : null}
    </Flex>
  );
}
