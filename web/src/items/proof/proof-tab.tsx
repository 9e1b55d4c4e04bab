import { dayText } from '../../lib/day.ts';

/** At the lower edge, because sold items have a tab at the upper one; red text is for discounts. */
const PLACE = { top: 'auto', bottom: 12, color: '#171b22' };

/** The woven tab on a proof photo. */
export function ProofTab({ at }: { at: string }) {
  return (
    <span className="tab on-photo" style={PLACE}>
      Proof photo · {dayText(at)}
    </span>
  );
}
