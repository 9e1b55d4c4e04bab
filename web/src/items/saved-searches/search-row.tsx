import { Box, Flex, IconButton, Text } from '@chakra-ui/react';
import type { AlertMode, SavedSearch } from '@selvedge/shared/items/saved-searches';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { NEW_FINDS_MAX } from '@selvedge/shared/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { apiSend } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { AlertsField } from './alerts-field.tsx';
import { searchesChanged } from './cache.ts';
import { PreviewText } from './preview-text.tsx';
import { SEARCHES_PATH } from './use-saved-searches.ts';

const SearchDialog = lazyChunk(() => import('./search-dialog.tsx'));

const countText = (count: number): string =>
  `${count >= NEW_FINDS_MAX ? `${NEW_FINDS_MAX - 1}+` : count} new`;

function stateText({ checkedAt, lastFoundAt }: SavedSearch): string {
  const found = lastFoundAt ? `last found ${relativeTimeInText(lastFoundAt)}` : 'nothing found yet';
  return `Last checked ${relativeTimeInText(checkedAt)} · ${found}`;
}

/** One saved search, with all that can be done about it. */
export function SearchRow({ search }: { search: SavedSearch }) {
  const { id, name, query, alerts, newCount } = search;
  const queries = useQueryClient();
  const [isShown, setShown] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const change = (method: 'PATCH' | 'DELETE', body?: { alerts: AlertMode }) =>
    apiSend(method, `${SEARCHES_PATH}/${id}`, body)
      .then(() => searchesChanged(queries))
      .catch((error: unknown) => showFailure(error, 'Failed to change the search. Please try again.'));
  const remove = () => {
    if (window.confirm(`Remove the search “${name}”?`)) void change('DELETE');
  };
  return (
    <Box as="li" py="4" borderBottomWidth="1px">
      <Flex wrap="wrap" align="center" columnGap="3" rowGap="2">
        <Box flex="1" minW="min(100%, 16rem)">
          <Text fontWeight="medium" overflowWrap="anywhere">
            <Link to={`/?${query}`} className="search-link">
              {name}
            </Link>
            {newCount > 0 ? <span className="search-new">{countText(newCount)}</span> : null}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            <span>{stateText(search)}</span>
          </Text>
        </Box>
        <Flex wrap="wrap" align="center" gap="1">
          <AlertsField value={alerts} of={name} onChange={(mode) => void change('PATCH', { alerts: mode })} />
          <IconButton
            variant="ghost"
            minW="11"
            minH="11"
            aria-label={`Preview ${name}`}
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name="eye" />
          </IconButton>
          <IconButton
            variant="ghost"
            minW="11"
            minH="11"
            aria-label={`Edit ${name}`}
            onClick={() => setEditing(true)}
          >
            <Icon name="pencil" />
          </IconButton>
          <IconButton variant="ghost" minW="11" minH="11" aria-label={`Remove ${name}`} onClick={remove}>
            <Icon name="x" />
          </IconButton>
        </Flex>
      </Flex>
      {isShown ? <PreviewText query={query} /> : null}
      {isEditing ? (
        <Suspense fallback={<DialogLoading onClose={() => setEditing(false)} />}>
          <SearchDialog query={query} search={search} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </Box>
  );
}
