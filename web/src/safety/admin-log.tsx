import { Stack, Text } from '@chakra-ui/react';
import { relativeTime } from '@selvedge/shared/platform/format';
import type { LogEntry } from '@selvedge/shared/safety/reports';
import { QUEUE, SUBJECT_NAMES } from '@selvedge/shared/safety/safety-texts';
import { usePages } from '../lib/use-pages.ts';
import { AdminList } from './admin-list.tsx';
import { LOG_KEY } from './keys.ts';
import { MemberName } from './member-name.tsx';

const ACTION_TEXTS = {
  dismiss: 'dismissed a report of',
  remove: 'removed',
  warn: 'warned the owner of',
  suspend: 'suspended the owner of',
  uphold: 'upheld a decision about',
  reverse: 'reversed a decision about',
  set: 'changed',
  create: 'created',
  revoke: 'revoked',
} as const;

const ABOUT: Record<LogEntry['subject'], string> = {
  ...SUBJECT_NAMES,
  instance: 'setting',
  invite: 'invitation',
};
const articleOf = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a');

/** Entries of the log of admin actions. */
const Entries = ({ entries }: { entries: LogEntry[] }) => (
  <Stack as="ul" gap="3">
    {entries.map(({ id, admin, action, subject, person, note, at }) => (
      <Text as="li" key={id} textStyle="sm" borderBottomWidth="1px" pb="3" overflowWrap="anywhere">
        {admin ? <MemberName person={admin} /> : 'The operator'} {ACTION_TEXTS[action]}{' '}
        {articleOf(ABOUT[subject])} {ABOUT[subject]}
        {person ? (
          <>
            {' '}
            of <MemberName person={person} />
          </>
        ) : null}
        <Text as="span" color="fg.muted">
          {' '}
          · <time dateTime={at}>{relativeTime(at)}</time>
          {note ? ` · ${note}` : ''}
        </Text>
      </Text>
    ))}
  </Stack>
);

/** The log of admin actions. */
export function AdminLog() {
  const pages = usePages<LogEntry>([LOG_KEY], '/api/admin/log');
  return (
    <AdminList pages={pages} empty="No actions yet">
      {(entries) => <Entries entries={entries} />}
    </AdminList>
  );
}

/** The admin actions about one member. */
export function MemberRecord({ personId }: { personId: string }) {
  const pages = usePages<LogEntry>([LOG_KEY, personId], `/api/admin/log?person=${personId}`);
  return (
    <AdminList pages={pages} empty={QUEUE.noRecord}>
      {(entries) => <Entries entries={entries} />}
    </AdminList>
  );
}
