import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { ClosetRow } from '@selvedge/shared/items/closet';
import { useState } from 'react';
import { formatExactPrice } from '../../lib/price.ts';
import { LabelledSwitch } from '../../ui/labelled-switch.tsx';
import './closet.css';

const photosText = (count: number): string =>
  count === 0 ? 'no photo' : count === 1 ? '1 photo' : `${count} photos`;

function Row({ row }: { row: ClosetRow }) {
  const { number, title, brand, category, size, condition, price, photos, problems, notes } = row;
  const facts = [brand, category, size, condition, photosText(photos.length)].filter((fact) => fact !== '');
  return (
    <li className={problems.length > 0 ? 'closet-row is-problem' : 'closet-row'}>
      <span className="closet-number">{`Row ${number}`}</span>
      <div className="closet-item">
        <span className="closet-title">{title || 'Without a title'}</span>
        <span className="closet-facts">{facts.join(' · ')}</span>
        {problems.map(({ field, message }) => (
          <span key={field + message} className="closet-problem">
            {message}
          </span>
        ))}
        {notes.map((note) => (
          <span key={note} className="closet-facts">
            {note}
          </span>
        ))}
      </div>
      <span className="closet-price">{price === '' ? '' : formatExactPrice(price)}</span>
    </li>
  );
}

/** The rows of a file as parsed, with their problems. */
export function RowList({ rows }: { rows: ClosetRow[] }) {
  const [isShort, setShort] = useState(false);
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const shown = isShort ? bad : rows;
  return (
    <section aria-labelledby="closet-rows">
      <Flex wrap="wrap" justify="space-between" align="flex-end" gap="4" mb="4">
        <Box>
          <Heading as="h2" size="lg" id="closet-rows">
            Preview
          </Heading>
          <Text textStyle="sm" color="fg.muted" mt="1" role="status">
            {`${rows.length - bad.length} of ${rows.length} rows can be posted. Nothing is stored yet.`}
          </Text>
        </Box>
        {bad.length > 0 || isShort ? (
          <LabelledSwitch
            label="Only problems"
            help={`${bad.length} of ${rows.length} rows`}
            isOn={isShort}
            onChange={setShort}
          />
        ) : null}
      </Flex>
      {shown.length === 0 ? (
        <Flex wrap="wrap" align="center" gap="4" mb="4">
          <Text>No row has a problem.</Text>
          <Button variant="outline" minH="11" onClick={() => setShort(false)}>
            Show All Rows
          </Button>
        </Flex>
      ) : null}
      <ul className="closet-rows" aria-label="Rows of the file">
        {shown.map((row) => (
          <Row key={row.number} row={row} />
        ))}
      </ul>
    </section>
  );
}
