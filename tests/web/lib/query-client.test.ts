import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from '../../../web/src/lib/query-client.ts';

test('§7 and §9 Queries: fresh for 5 minutes, fetched once, and never refetched automatically', () => {
  const { queries, mutations } = queryClient.getDefaultOptions();
  expect(queries).toMatchObject({ staleTime: 300_000, retry: false, refetchOnWindowFocus: false });
  expect(mutations).toMatchObject({ retry: false });
  const { options } = new QueryObserver(queryClient, { queryKey: ['listings'] });
  expect(options.refetchInterval).toBeUndefined();
});
