import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Deal } from '@selvedge/shared/deals/deals';
import type { OwnVouch } from '@selvedge/shared/deals/vouches';
import { dayText } from '../../lib/day.ts';
import { RatingTab } from '../vouches/rating-tab.tsx';

interface OwnVouchProps {
  deal: Deal;
  /** Opens the form for the vouch. */
  onOpen: () => void;
}

/** Who can see the vouch, and until when it can be changed. */
function Visibility({ deal, vouch, onOpen }: OwnVouchProps & { vouch: OwnVouch }) {
  const { username, isDeleted } = deal.other;
  if (vouch.removal) return <Text>Removed by an admin: {vouch.removal.reason}</Text>;
  if (Date.parse(vouch.releasesAt) > Date.now()) {
    return (
      <>
        <Text>
          {isDeleted
            ? `Unseen until ${dayText(vouch.releasesAt)}.`
            : `Unseen until ${username} writes one too, or until ${dayText(vouch.releasesAt)}.`}
        </Text>
        <Button size="2xs" variant="outline" onClick={onOpen}>
          Change
        </Button>
      </>
    );
  }
  return (
    <Text overflowWrap="anywhere" minW="0">
      {isDeleted ? 'Public' : `Public on ${username}'s profile`}
    </Text>
  );
}

const Written = (props: OwnVouchProps & { vouch: OwnVouch }) => (
  <Box mt="3" ps="3" borderStartWidth="3px" borderColor="border.emphasized">
    <Flex align="center" gap="2.5" wrap="wrap">
      <Text textStyle="sm">Your vouch</Text>
      <RatingTab rating={props.vouch.rating} />
    </Flex>
    {props.vouch.text ? (
      <Text textStyle="sm" mt="1" whiteSpace="pre-line">
        {props.vouch.text}
      </Text>
    ) : null}
    <Flex align="center" columnGap="3" rowGap="1" mt="1" wrap="wrap" textStyle="xs" color="fg.muted">
      <Visibility {...props} />
    </Flex>
  </Box>
);

/** The viewer's vouch about a deal, or the button to write one while that is possible. */
export function OwnVouchOf(props: OwnVouchProps) {
  const { vouch, vouchUntil } = props.deal;
  if (vouch) return <Written {...props} vouch={vouch} />;
  if (Date.parse(vouchUntil) <= Date.now()) {
    return (
      <Text mt="2" textStyle="xs" color="fg.subtle">
        No vouch: you could write one until {dayText(vouchUntil)}.
      </Text>
    );
  }
  return (
    <Flex align="center" columnGap="3" rowGap="1" mt="3" wrap="wrap">
      <Button size="sm" colorPalette="indigo" onClick={props.onOpen}>
        Write a Vouch
      </Button>
      <Text textStyle="xs" color="fg.muted">
        Until {dayText(vouchUntil)}
      </Text>
    </Flex>
  );
}
