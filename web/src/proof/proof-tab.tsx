import { chakra } from '@chakra-ui/react';
import { dayText } from '../lib/day.ts';

/** The woven tab on a proof photo: at its lower edge, because sold items have one at the upper edge. */
export const ProofTab = ({ at }: { at: string }) => (
  // Red text is for discounts.
  <chakra.span className="tab on-photo" css={{ top: 'auto', bottom: '3', color: '#171b22' }}>
    Proof photo · {dayText(at)}
  </chakra.span>
);
