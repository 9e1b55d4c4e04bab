import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from '../../../web/src/lib/query-client.ts';

test('a query stays fresh for 5 minutes', () => {
  const { queries, mutations } = queryClient.getDefaultOptions();
  expect(queries).toMatchObject({ staleTime: 300_000, retry: false, refetchOnWindowFocus: false });
  expect(mutations).toMatchObject({ retry: false });
  const { options } = new QueryObserver(queryClient, { queryKey: ['listings'] });
  expect(options.refetchInterval).toBeUndefined();
});
