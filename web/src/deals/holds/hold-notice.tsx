import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Line } from '@selvedge/shared/deals/holds';
import { LineList } from './line-list.tsx';
import { ordinal, untilText } from './until.ts';
import type { HoldActions } from './use-hold.ts';

interface HoldNoticeProps {
  /** Undefined for visitors, and until it has loaded. */
  line: Line | undefined;
  isSeller: boolean;
  /** Undefined for visitors. */
  actions: HoldActions | undefined;
}

const titleOf = (line: Line | undefined, isSeller: boolean): string => {
  if (!line?.hold) return 'On hold';
  return `${isSeller ? 'On hold' : 'Held for you'} until ${untilText(line.hold.until)}`;
};

function textOf(line: Line | undefined, isSeller: boolean): string {
  if (isSeller) return 'Others can message you and join the line.';
  if (line?.hold) return 'Arrange payment and shipping in your messages.';
  if (line?.place) return `You're ${ordinal(line.place)} in line. You'll be notified if it frees up.`;
  return 'The seller is holding this for someone.';
}

/** On a listing's page while it is on hold: for whom, and the line. */
export function HoldNotice({ line, isSeller, actions }: HoldNoticeProps) {
  const isMine = line?.hold != null;
  const isInLine = line?.place != null;
  const button = (text: string, act: () => void) => (
    <Button size="sm" variant="outline" aria-disabled={actions?.isBusy} onClick={act}>
      {text}
    </Button>
  );
  return (
    <Box as="section" aria-label="On hold" mt="6" p="4" bg="bg.muted" borderRadius="l2">
      <Flex wrap="wrap" gap="3" align="center" justify="space-between">
        <Box role="status" flex="1 1 12rem" minW="0">
          <Text fontWeight="semibold">{titleOf(line, isSeller)}</Text>
          <Text textStyle="sm" color="fg.muted">
            {textOf(line, isSeller)}
          </Text>
        </Box>
        {actions && line
          ? isMine
            ? button('Release', actions.release)
            : isInLine
              ? button('Leave the Line', actions.leave)
              : isSeller
                ? null
                : button('Tell Me If It Frees Up', actions.join)
          : null}
      </Flex>
      {isSeller && actions && line?.people && line.people.length > 0 ? (
        <LineList people={line.people} isBusy={actions.isBusy} onHold={actions.holdNext} />
      ) : null}
    </Box>
  );
}
