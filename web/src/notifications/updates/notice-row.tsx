import { Box, chakra, Text } from '@chakra-ui/react';
import type { Notice } from '@selvedge/shared/notifications/updates';
import { messageClock } from '@selvedge/shared/platform/format';
import { NOT_PAGES } from '@selvedge/shared/platform/not-pages';
import { Link } from 'react-router-dom';
import { instance } from '../../lib/instance.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';

const clock = messageClock(instance.timeZone);
const RowLink = chakra(Link);

interface NoticeRowProps {
  notice: Notice;
  /** Whether it was unread when the list was opened. */
  isNew: boolean;
}

/** A notice, which links to what it is about. */
export function NoticeRow({ notice: { text, path, imageUrl, createdAt }, isNew }: NoticeRowProps) {
  return (
    <RowLink
      to={path}
      // The server draws the pages of mailed links.
      reloadDocument={NOT_PAGES.test(path)}
      display="grid"
      gridTemplateColumns="48px minmax(0,1fr) auto"
      gap="3"
      alignItems="center"
      minH="11"
      p="2"
      borderRadius="l2"
      overflowWrap="anywhere"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <Thumbnail boxSize="48px" image={imageUrl} icon="bell" />
      <Box minW="0">
        <Text textStyle="sm" fontWeight={isNew ? 'semibold' : 'normal'}>
          {text}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          <time dateTime={createdAt}>{clock.time(createdAt)}</time>
        </Text>
      </Box>
      {isNew ? (
        <Text as="span" className="tab">
          New
        </Text>
      ) : null}
    </RowLink>
  );
}
