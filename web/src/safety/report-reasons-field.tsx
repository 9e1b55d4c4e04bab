import { chakra } from '@chakra-ui/react';
import { REASON_TEXTS, REPORT_REASONS, type ReportReason } from '@selvedge/shared/safety/report-reasons';

export const Choice = chakra('label', {
  base: { display: 'flex', gap: '3', alignItems: 'center', minH: '8', cursor: 'pointer', textStyle: 'sm' },
});

interface ReasonsProps {
  chosen: ReportReason | null;
  onChoose: (reason: ReportReason) => void;
}

/** The reasons of a report, one of which must be chosen. */
export function Reasons({ chosen, onChoose }: ReasonsProps) {
  return (
    <chakra.fieldset>
      <chakra.legend textStyle="sm" fontWeight="medium" mb="2">
        What's wrong?
      </chakra.legend>
      {REPORT_REASONS.map((reason) => (
        <Choice key={reason}>
          <input
            type="radio"
            name="reason"
            required
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          {REASON_TEXTS[reason]}
        </Choice>
      ))}
    </chakra.fieldset>
  );
}
