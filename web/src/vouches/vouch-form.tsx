import { chakra, Field, Text, Textarea } from '@chakra-ui/react';
import { fieldSlotRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { graphemes } from '@selvedge/shared/format';
import { VOUCH_MAX } from '@selvedge/shared/limits';
import { RATING_LABELS, RATINGS, type Rating } from '@selvedge/shared/ratings';
import { withFieldEdge } from '../ui/field-edge.ts';
import { registerRecipes } from '../ui/theme/system.ts';

registerRecipes({
  recipes: { textarea: withFieldEdge(textareaRecipe) },
  slotRecipes: { field: fieldSlotRecipe },
});

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

export const RatingField = ({ chosen, onChoose }: RatingFieldProps) => (
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

export const isTooLong = (text: string): boolean => graphemes(text.trim()) > VOUCH_MAX;

interface WordsFieldProps {
  label: string;
  isOptional?: boolean;
  text: string;
  onChange: (text: string) => void;
}

/** The text of a vouch or of the answer to it, with its length. */
export const WordsField = ({ label, isOptional = false, text, onChange }: WordsFieldProps) => (
  <Field.Root invalid={isTooLong(text)} required={!isOptional}>
    <Field.Label>
      {label}
      {isOptional ? (
        <Text as="span" color="fg.subtle" fontWeight="normal">
          Optional
        </Text>
      ) : null}
    </Field.Label>
    <Textarea rows={4} value={text} onChange={({ target }) => onChange(target.value)} />
    <Field.HelperText>
      {graphemes(text)} / {VOUCH_MAX}
    </Field.HelperText>
    <Field.ErrorText>You can write up to {VOUCH_MAX} characters</Field.ErrorText>
  </Field.Root>
);
