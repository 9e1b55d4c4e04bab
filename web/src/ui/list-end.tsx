import { Button, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { Pages } from '../lib/use-pages.ts';
import { Loading } from './loading.tsx';

/**
 * How far below the viewport the list's end may be when the next page is fetched. An end above the viewport
 * always counts: after a reload, the scroll position may be beyond the loaded part of the list.
 */
const ROOT_MARGIN = '10000000px 0px 3000px';

type ListEndProps = Pick<Pages<unknown>, 'hasMore' | 'hasFailed' | 'loadMore' | 'retry'>;

/** Placed below a list, it loads the next page when it comes near the viewport. */
export function ListEnd({ hasMore, hasFailed, loadMore, retry }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      rootMargin: ROOT_MARGIN,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadMore]);
  if (hasFailed) {
    return (
      <Flex role="alert" justify="center" align="center" wrap="wrap" gap="4" py="12">
        <Text color="fg.muted">The rest could not be loaded.</Text>
        <Button variant="outline" onClick={retry}>
          Try Again
        </Button>
      </Flex>
    );
  }
  return (
    <Flex ref={end} justify="center" h={hasMore ? '28' : '0'} align="center">
      {hasMore ? <Loading label="Loading more" /> : null}
    </Flex>
  );
}
