import { Text } from '@chakra-ui/react';
import type { SearchPreview } from '@selvedge/shared/items/saved-searches';
import { COUNT_MAX, PREVIEW_DAYS } from '@selvedge/shared/platform/limits';
import { useQuery } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { SEARCHES_KEY } from './keys.ts';
import { SEARCHES_PATH } from './use-saved-searches.ts';

const MINUTE = 60_000;
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** 'two days ago', without digits up to nine. */
function ago(iso: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(iso)) / MINUTE);
  if (minutes < 1) return 'just now';
  const [value, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 24 * 60
        ? ([Math.floor(minutes / 60), 'hour'] as const)
        : ([Math.floor(minutes / (24 * 60)), 'day'] as const);
  return relative.format(-value, unit);
}

function textOf({ count, newestAt, never }: SearchPreview): string {
  if (never !== null) return `This search can never find anything. ${never}`;
  const past = `the last ${PREVIEW_DAYS} days`;
  if (count === 0 || newestAt === null) return `Nothing like this was listed in ${past}.`;
  const found = count === COUNT_MAX ? `${COUNT_MAX.toLocaleString('en-US')} or more` : String(count);
  return `In ${past} it would have found ${found}, the newest ${ago(newestAt)}.`;
}

/** What a search would have found lately. */
export function PreviewText({ query }: { query: string }) {
  const user = useUser();
  const { data, error } = useQuery({
    queryKey: [SEARCHES_KEY, user?.id ?? '', 'preview', query],
    queryFn: () => api<SearchPreview>('GET', `${SEARCHES_PATH}/preview?${new URLSearchParams({ query })}`),
    enabled: user !== null,
  });
  const text = data
    ? textOf(data)
    : error
      ? messageOf(error, 'The preview could not be loaded.')
      : 'Looking…';
  return (
    <Text role="status" textStyle="sm" color={data?.never ? 'fg.error' : 'fg.muted'}>
      <span>{text}</span>
    </Text>
  );
}
