import { Box, Heading, Text } from '@chakra-ui/react';
import type { Notice } from '@selvedge/shared/notifications/updates';
import { messageClock } from '@selvedge/shared/platform/format';
import { READ_AT_ONCE_MAX } from '@selvedge/shared/platform/limits';
import { useRef } from 'react';
import { apiSend, messageOf } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { useNow } from '../../lib/use-now.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useShown } from '../../lib/use-shown.ts';
import { Failure } from '../../ui/failure.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NOTICES, noticesKey } from './keys.ts';
import { NoticeRow } from './notice-row.tsx';

const clock = messageClock(instance.timeZone);

/** The member's notices by day, latest first. Those that are shown become read. */
export function NoticeList({ personId }: { personId: string }) {
  const pages = usePages<Notice>(noticesKey(personId), NOTICES);
  const { items = [], error, retry } = pages;
  const unread = items.filter(({ isRead }) => !isRead).map(({ id }) => id);
  // They look new until the list is opened again.
  const fresh = useRef(new Set<string>());
  for (const id of unread) fresh.current.add(id);
  useShown(unread.slice(0, READ_AT_ONCE_MAX), (ids) => apiSend('POST', '/api/notices/read', { ids }));
  const now = useNow();

  if (error) return <Failure text={messageOf(error, 'The updates could not be loaded.')} retry={retry} />;
  if (!pages.items) return <Loading />;
  if (items.length === 0) {
    return (
      <Text color="fg.muted" py="16" textAlign="center">
        No updates yet. What happens to your items, holds and deals appears here.
      </Text>
    );
  }
  const days = Map.groupBy(items, ({ createdAt }) => clock.dayLabel(createdAt, now));
  return (
    <>
      {[...days].map(([day, notices]) => (
        <Box as="section" key={day} mt="5" aria-label={day}>
          <Heading as="h2" size="sm" color="fg.muted">
            {day}
          </Heading>
          <Box as="ul" listStyleType="none" mt="1" mx="-2">
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} isNew={fresh.current.has(notice.id)} />
              </li>
            ))}
          </Box>
        </Box>
      ))}
      <ListEnd {...pages} />
    </>
  );
}
