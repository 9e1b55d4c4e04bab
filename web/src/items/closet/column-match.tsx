import { Field, Grid, Heading, NativeSelect, Text } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import {
  CLOSET_ALL_FIELDS,
  type ClosetAllField,
  type ClosetField,
  type ClosetMatch,
  type ClosetTable,
} from '@selvedge/shared/items/closet';
import { CATEGORIES, CONDITIONS } from '@selvedge/shared/platform/limits';
import { withSlotEdge } from '../../ui/field-edge.ts';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';

registerRecipes({
  slotRecipes: { field: fieldSlotRecipe, nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') },
});

const LABELS = {
  ...{ title: 'Title', brand: 'Brand', category: 'Category', size: 'Size', condition: 'Condition' },
  ...{
    price: 'Price',
    description: 'Description',
    photos: 'Photos',
    currency: 'Currency',
    status: 'Sold or not',
  },
} as const satisfies Partial<Record<ClosetField, string>>;
type MatchField = keyof typeof LABELS;
const CHOICES: Partial<Record<MatchField, readonly string[]>> = {
  category: CATEGORIES,
  condition: CONDITIONS,
};

/** The option for one value in all rows. */
const SAME = 'same';

const isForAll = (field: MatchField): field is ClosetAllField =>
  (CLOSET_ALL_FIELDS as readonly string[]).includes(field);

interface MatchProps {
  table: ClosetTable;
  match: ClosetMatch;
  onChange: (match: ClosetMatch) => void;
}

/** The field for the value of all rows. */
function SameValue({ field, match, onChange }: Omit<MatchProps, 'table'> & { field: ClosetAllField }) {
  const value = match.all[field] ?? '';
  const label = `${LABELS[field]} of all rows`;
  const set = (text: string) => onChange({ ...match, all: { ...match.all, [field]: text } });
  const choices = CHOICES[field];
  if (!choices) {
    return (
      <Input
        mt="2"
        aria-label={label}
        maxLength={100}
        autoComplete="off"
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    );
  }
  return (
    <NativeSelect.Root mt="2">
      <NativeSelect.Field
        aria-label={label}
        placeholder="Choose"
        value={value}
        onChange={({ target }) => set(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

function OneMatch({ field, table, match, onChange }: MatchProps & { field: MatchField }) {
  const isSame = isForAll(field) && match.all[field] !== undefined;
  const column = field === 'photos' ? match.columns.photos?.[0] : match.columns[field];
  const choose = (chosen: string) => {
    const at = chosen === '' || chosen === SAME ? undefined : Number(chosen);
    const given = field === 'photos' && at !== undefined ? [at] : at;
    onChange({
      columns: { ...match.columns, [field]: given },
      all: isForAll(field) ? { ...match.all, [field]: chosen === SAME ? '' : undefined } : match.all,
    });
  };
  const more = field === 'photos' ? (match.columns.photos?.length ?? 1) - 1 : 0;
  return (
    <Field.Root>
      <Field.Label>{LABELS[field]}</Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field
          value={isSame ? SAME : (column ?? '')}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Not in the file</option>
          {isForAll(field) ? <option value={SAME}>The same for all rows</option> : null}
          {table.columns.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and their order never changes.
            <option key={at} value={at}>
              {name || `Column ${at + 1}`}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {more > 0 ? <Field.HelperText>{`and ${more} more columns`}</Field.HelperText> : null}
      {isSame ? <SameValue field={field} match={match} onChange={onChange} /> : null}
    </Field.Root>
  );
}

/** Matches columns to fields, or sets a field for all rows. */
export function ColumnMatch(props: MatchProps) {
  return (
    <section aria-labelledby="closet-columns">
      <Heading as="h2" size="lg" id="closet-columns">
        Columns
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="1" mb="4">
        Where each field of a listing comes from.
      </Text>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
        }}
        gap="4"
        alignItems="start"
      >
        {(Object.keys(LABELS) as MatchField[]).map((field) => (
          <OneMatch key={field} field={field} {...props} />
        ))}
      </Grid>
    </section>
  );
}
