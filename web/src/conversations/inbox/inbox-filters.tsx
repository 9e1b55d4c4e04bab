import { chakra, Flex } from '@chakra-ui/react';
import { INBOX_FILTERS, type InboxFilter } from '@selvedge/shared/conversations/inbox';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';

const NAMES: Record<InboxFilter, string> = {
  all: 'All',
  unread: 'Unread',
  'needs-reply': 'Needs reply',
  buying: 'Buying',
  selling: 'Selling',
  wtb: 'WTB',
  archived: 'Archived',
};

/** The inbox filters: a group of radio buttons, so that the arrow keys work. */
export function InboxFilters() {
  const filter = useMessaging((s) => s.filter);
  const unread = useMessaging((s) => s.unread);
  return (
    <Flex
      role="radiogroup"
      aria-label="Show conversations"
      gap={{ base: '1.5', lg: '1' }}
      px="5"
      py="2.5"
      flexShrink={0}
      overflowX="auto"
      borderBottomWidth="1px"
      css={{
        scrollbarWidth: 'none',
        // Touch can scroll the row sideways; a mouse cannot, so there the filters wrap in a narrow list.
        '@media (hover: hover) and (max-width: 1023px)': { flexWrap: 'wrap' },
      }}
    >
      {INBOX_FILTERS.map((name) => (
        <chakra.label
          key={name}
          position="relative"
          flexShrink={0}
          px={{ base: '2.5', lg: '1.5' }}
          py="1"
          textStyle="xs"
          fontWeight="semibold"
          borderWidth="1px"
          borderColor="border"
          borderRadius="l1"
          color="fg.muted"
          cursor="pointer"
          css={{
            // Not for the selected filter: the hover color would be unreadable on its background.
            '&:not(:has(:checked)):hover': { color: 'fg' },
            '&:has(:checked)': { bg: 'bg.inverted', color: 'fg.inverted', borderColor: 'bg.inverted' },
            '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
          }}
        >
          <input
            type="radio"
            className="sr"
            name="inbox-filter"
            checked={filter === name}
            onChange={() => void messaging.chooseFilter(name)}
          />
          {NAMES[name]}
          {name === 'unread' && unread > 0 ? ` ${unread}` : ''}
        </chakra.label>
      ))}
    </Flex>
  );
}
