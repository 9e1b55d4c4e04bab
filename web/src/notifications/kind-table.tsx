import { chakra, Switch, Text } from '@chakra-ui/react';
import type { ChangeNotification, NotificationSettings } from '@selvedge/shared/notifications/notifications';

type Row = NotificationSettings[number];

const WAYS = { push: 'Push', mail: 'E-mail' } as const;
const LABELS = { push: 'by push', mail: 'by e-mail' } as const;

const Cell = chakra('td', { base: { textAlign: 'center', minW: '16', h: '11', verticalAlign: 'top' } });

interface ChoiceProps {
  row: Row;
  by: keyof typeof WAYS;
  onChange: (choice: ChangeNotification) => void;
}

function Choice({ row: { kind, label, ...row }, by, onChange }: ChoiceProps) {
  if (row[by] === 'always') {
    return (
      <Text as="span" textStyle="sm" color="fg.muted" lineHeight="44px">
        Always
      </Text>
    );
  }
  return (
    <Switch.Root
      minW="11"
      minH="11"
      justifyContent="center"
      colorPalette="indigo"
      checked={row[by]}
      onCheckedChange={({ checked }) => onChange({ kind, by, isOn: checked })}
    >
      <Switch.HiddenInput aria-label={`${label} ${LABELS[by]}`} />
      {/* The switch needs a visible edge when it is off. */}
      <Switch.Control bg={{ base: 'border.emphasized', _checked: 'colorPalette.solid' }} />
    </Switch.Root>
  );
}

interface KindTableProps {
  rows: NotificationSettings;
  onChange: ChoiceProps['onChange'];
}

/** By which ways a member is notified, kind by kind. */
export function KindTable({ rows, onChange }: KindTableProps) {
  return (
    <chakra.table w="full" borderCollapse="collapse">
      <thead>
        <tr>
          <chakra.th scope="col" textAlign="start" textStyle="sm">
            Notify me of
          </chakra.th>
          {Object.values(WAYS).map((way) => (
            <chakra.th key={way} scope="col" textStyle="sm">
              {way}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <chakra.tr key={row.kind} borderTopWidth="1px">
            <chakra.th scope="row" textAlign="start" fontWeight="medium" py="2.5">
              {row.label}
              {row.help === '' ? null : (
                <Text as="span" display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
                  {row.help}
                </Text>
              )}
            </chakra.th>
            <Cell>
              <Choice row={row} by="push" onChange={onChange} />
            </Cell>
            <Cell>
              <Choice row={row} by="mail" onChange={onChange} />
            </Cell>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
