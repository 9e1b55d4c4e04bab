import { chakra, Field } from '@chakra-ui/react';
import { RATING_LABELS, RATINGS, type Rating } from '@selvedge/shared/deals/ratings';
import { graphemes } from '@selvedge/shared/platform/format';
import { VOUCH_MAX } from '@selvedge/shared/platform/limits';
import { TextField } from '../../ui/text-field.tsx';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    flex: '1 1 96px',
    minH: '12',
    px: '4',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    cursor: 'pointer',
    textStyle: 'sm',
    fontWeight: 'medium',
    _hover: { bg: 'bg.subtle' },
    '&:has(:checked)': { borderColor: 'fg', bg: 'bg.muted' },
  },
});

interface RatingFieldProps {
  chosen: Rating | null;
  onChoose: (rating: Rating) => void;
}

export function RatingField({ chosen, onChoose }: RatingFieldProps) {
  return (
    <chakra.fieldset>
      <chakra.legend textStyle="label" mb="2">
        How did it go?
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {RATINGS.map((rating) => (
          <Choice key={rating}>
            <input
              type="radio"
              name="rating"
              required
              checked={rating === chosen}
              onChange={() => onChoose(rating)}
            />
            {RATING_LABELS[rating]}
          </Choice>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}

export function isTooLong(text: string): boolean {
  return graphemes(text.trim()) > VOUCH_MAX;
}

interface WordsFieldProps {
  label: string;
  isOptional?: boolean;
  text: string;
  onChange: (text: string) => void;
}

/** The text of a vouch or of the answer to it, with its length. */
export function WordsField(props: WordsFieldProps) {
  return (
    <TextField isInvalid={isTooLong(props.text)} {...props}>
      <Field.HelperText>
        {graphemes(props.text)} / {VOUCH_MAX}
      </Field.HelperText>
      <Field.ErrorText>You can write up to {VOUCH_MAX} characters</Field.ErrorText>
    </TextField>
  );
}
