import { chakra } from '@chakra-ui/react';
import { RATING_LABELS, type Rating } from '@selvedge/shared/deals/ratings';

const COLORS: Record<Rating, { bg: string; color: string }> = {
  good: { bg: 'bg.success', color: 'fg.success' },
  mixed: { bg: 'bg.warning', color: 'fg.warning' },
  bad: { bg: 'bg.inverted', color: 'fg.inverted' },
};

/** A vouch's rating. Not in red, which marks errors and reduced prices. */
export function RatingTab({ rating }: { rating: Rating }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      flexShrink={0}
      h="22px"
      px="2.5"
      textStyle="woven"
      fontSize="0.6875rem"
      {...COLORS[rating]}
    >
      {RATING_LABELS[rating]}
    </chakra.span>
  );
}
