import { Box, Button, Flex } from '@chakra-ui/react';
import { useStore } from 'zustand';
import { outdated, reloadPage } from '../lib/release.ts';

const TEXTS = {
  newer: 'A new version is available.',
  incomplete: 'Part of this page could not be loaded.',
} as const;

/** Offers a reload of the page, but never reloads on its own. It has its own line and covers nothing. */
export function ReleaseNote() {
  const why = useStore(outdated);
  return (
    <Box role="status" order="-1" flexShrink={0}>
      {why ? (
        <Flex align="center" justify="center" gap="3" px="4" py="1.5" bg="bg.muted" textStyle="sm">
          {TEXTS[why]}
          <Button size="xs" variant="outline" onClick={reloadPage}>
            Reload
          </Button>
        </Flex>
      ) : null}
    </Box>
  );
}
