import { Box, Flex, Text } from '@chakra-ui/react';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import type { Appeal } from '@selvedge/shared/safety/reports';
import { APPEAL_QUEUE } from '@selvedge/shared/safety/safety-texts';
import type { ReactNode } from 'react';
import { Age } from './age.tsx';
import { MemberName } from './member-name.tsx';

interface AppealCardProps {
  appeal: Appeal;
  /** The buttons of an open appeal. */
  children?: ReactNode;
}

/** An appeal against a decision, with its answer. */
export function AppealCard({ appeal: { party, text, createdAt, closed }, children }: AppealCardProps) {
  return (
    <Box mt="4" ps="4" borderStartWidth="3px" borderStartColor="border.emphasized" overflowWrap="anywhere">
      <Flex wrap="wrap" gap="2" align="center" textStyle="sm" color="fg.muted">
        <Text>{APPEAL_QUEUE.by[party]}</Text>
        <Age since={createdAt} isWaiting={closed === null} />
      </Flex>
      <Text mt="1" textStyle="sm" whiteSpace="pre-line">
        “{text}”
      </Text>
      {closed ? (
        <Text mt="2" textStyle="sm" color="fg.muted">
          {APPEAL_QUEUE.done[closed.outcome]} by <MemberName person={closed.admin} />{' '}
          {relativeTimeInText(closed.at)}: {closed.reason}
        </Text>
      ) : (
        children
      )}
    </Box>
  );
}
