import { Stack, Text } from '@chakra-ui/react';
import { relativeTime } from '@selvedge/shared/format';
import type { LogEntry } from '@selvedge/shared/reports';
import { usePages } from '../lib/use-pages.ts';
import { AdminList } from './admin-list.tsx';
import { LOG_KEY } from './keys.ts';
import { SUBJECTS } from './labels.ts';
import { PersonName } from './person-name.tsx';

const ACTION_TEXTS = {
  dismiss: 'dismissed a report of',
  remove: 'removed',
  suspend: 'suspended the owner of',
  set: 'changed',
  create: 'created',
  revoke: 'revoked',
} as const;

const ABOUT: Record<LogEntry['subject'], string> = {
  ...SUBJECTS,
  instance: 'setting',
  invite: 'invitation',
};
const articleOf = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a');

/** The log of admin actions. */
export function AdminLog() {
  const pages = usePages<LogEntry>([LOG_KEY], '/api/admin/log');
  return (
    <AdminList pages={pages} empty="No actions yet">
      {(entries) => (
        <Stack as="ul" gap="3">
          {entries.map(({ id, admin, action, subject, person, note, at }) => (
            <Text as="li" key={id} textStyle="sm" borderBottomWidth="1px" pb="3" overflowWrap="anywhere">
              {admin ? <PersonName person={admin} /> : 'The operator'} {ACTION_TEXTS[action]}{' '}
              {articleOf(ABOUT[subject])} {ABOUT[subject]}
              {person ? (
                <>
                  {' '}
                  of <PersonName person={person} />
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
      )}
    </AdminList>
  );
}
