import { Box, Button, chakra, Flex, IconButton, Spinner, Text } from '@chakra-ui/react';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import { relativeTime, truncate } from '@selvedge/shared/platform/format';
import { MESSAGE_SEARCH_MAX, MESSAGE_SEARCH_MIN, PREVIEW_TITLE_MAX } from '@selvedge/shared/platform/limits';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/text-input.tsx';
import { messaging } from '../store/messaging.ts';
import { itemOf, otherOf } from '../thread/item-of.ts';
import { useMessaging } from '../use-messaging.ts';
import { StatementMark } from './statement-mark.tsx';

/** The search field above the inbox. */
export function SearchField() {
  const term = useMessaging((s) => s.search.term);
  return (
    <Box role="search" aria-label="Message search" position="relative" px="5" pt="3" flexShrink={0}>
      <Box
        position="absolute"
        insetStart="8"
        top="1.375rem"
        color="fg.subtle"
        pointerEvents="none"
        zIndex="1"
      >
        <Icon name="search" size={16} />
      </Box>
      <Input
        size="sm"
        ps="9"
        pe="9"
        aria-label="Search messages"
        placeholder="Search messages"
        maxLength={MESSAGE_SEARCH_MAX}
        value={term}
        onChange={(event) => messaging.changeSearchTerm(event.target.value)}
      />
      {term === '' ? null : (
        <IconButton
          position="absolute"
          insetEnd="6"
          top="4.5"
          size="2xs"
          variant="ghost"
          aria-label="Clear search"
          onClick={() => messaging.changeSearchTerm('')}
        >
          <Icon name="x" size={16} />
        </IconButton>
      )}
    </Box>
  );
}

interface HitRowProps {
  hit: MessageHit;
  personId: string | null;
  onOpen: (id: string) => void;
}

function HitRow({ hit, personId, onOpen }: HitRowProps) {
  const { conversation, excerpt, senderId, createdAt, isStatement } = hit;
  const item = itemOf(conversation);
  const open = () => {
    void messaging.openHit(hit);
    onOpen(conversation.id);
  };
  return (
    <chakra.button
      type="button"
      onClick={open}
      display="block"
      w="full"
      px="5"
      py="3"
      textAlign="start"
      cursor="pointer"
      borderBottomWidth="1px"
      borderColor="border.muted"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <Flex justify="space-between" gap="3">
        <Text textStyle="sm" fontWeight="medium" truncate>
          {otherOf(conversation, personId).username}
        </Text>
        <Text textStyle="xs" color="fg.muted" flexShrink={0}>
          {relativeTime(createdAt)}
        </Text>
      </Flex>
      <Text textStyle="xs" color="fg.muted" truncate>
        {item ? truncate(item.title, PREVIEW_TITLE_MAX) : ''}
      </Text>
      <Text textStyle="xs" lineClamp="2" overflowWrap="anywhere">
        {isStatement ? <StatementMark /> : null}
        {senderId === personId ? 'You: ' : ''}
        {excerpt.before}
        <chakra.mark bg="bg.warning" color="fg" fontWeight="bold" textDecoration="underline">
          {excerpt.match}
        </chakra.mark>
        {excerpt.after}
      </Text>
    </chakra.button>
  );
}

/** The search results, which replace the inbox. */
export function SearchResults({ onOpen }: { onOpen: (id: string) => void }) {
  const { term, status, hits, next, problem } = useMessaging((s) => s.search);
  const personId = useMessaging((s) => s.personId);
  const isSearching = status === 'searching';
  return (
    <Box>
      <Text role="status" textStyle="xs" color="fg.muted" px="5" py="2.5">
        {status === 'idle' ? `Type at least ${MESSAGE_SEARCH_MIN} characters` : null}
        {isSearching ? 'Searching…' : null}
        {status === 'done' && !problem
          ? `${hits.length === 0 ? 'No' : hits.length}${next ? '+' : ''} ${hits.length === 1 ? 'message' : 'messages'} found`
          : null}
      </Text>
      <ul aria-label={`Messages matching ${term.trim()}`}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <HitRow hit={hit} personId={personId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {problem ? (
        <Text role="alert" textStyle="sm" color="fg.muted" textAlign="center" px="8" py="6">
          {problem.message}
        </Text>
      ) : null}
      <Flex justify="center" py="4">
        {isSearching ? <Spinner size="sm" aria-hidden /> : null}
        {status === 'done' && (next || problem) ? (
          <Button variant="outline" size="sm" onClick={() => void messaging.loadMoreHits()}>
            {problem ? 'Try Again' : 'Show More'}
          </Button>
        ) : null}
      </Flex>
    </Box>
  );
}
