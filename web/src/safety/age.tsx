import { Badge, Text } from '@chakra-ui/react';
import { badgeRecipe } from '@chakra-ui/react/theme';
import { relativeTime } from '@selvedge/shared/platform/format';
import { OVERDUE_HOURS } from '@selvedge/shared/safety/report-reasons';
import { QUEUE } from '@selvedge/shared/safety/safety-texts';
import { registerRecipes } from '../ui/theme/system.ts';

registerRecipes({ recipes: { badge: badgeRecipe } });

const HOUR = 3_600_000;

/** The age of a report or an appeal, marked if it has waited too long. */
export function Age({ since, isWaiting }: { since: string; isWaiting: boolean }) {
  return (
    <>
      <Text textStyle="xs">
        <time dateTime={since}>{relativeTime(since)}</time>
      </Text>
      {isWaiting && Date.now() - Date.parse(since) >= OVERDUE_HOURS * HOUR ? (
        <Badge variant="solid" colorPalette="red">
          {QUEUE.overdue}
        </Badge>
      ) : null}
    </>
  );
}
