import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { toast } from '../../ui/toast.ts';
import { useDropArea } from '../../ui/use-drop-area.ts';
import { useTitle } from '../../ui/use-title.ts';
import './closet.css';
import { ColumnMatch } from './column-match.tsx';
import { ImportList } from './import-list.tsx';
import { IMPORTS_KEY } from './keys.ts';
import { RowList } from './row-list.tsx';
import { type ClosetFile, useClosetFile } from './use-closet-file.ts';

const ACCEPT = '.csv,.tsv,.txt,.zip,text/csv,application/zip';

function FileField({ closet }: { closet: ClosetFile }) {
  const [isOver, dropping] = useDropArea(([file]) => file && !closet.isPosting && void closet.choose(file));
  const file = closet.read?.file ?? closet.unread;
  return (
    <label className={isOver ? 'closet-file is-over' : 'closet-file'} {...dropping}>
      <input
        type="file"
        className="sr"
        accept={ACCEPT}
        disabled={closet.isPosting}
        aria-label="Choose a file"
        aria-describedby="closet-file-help"
        aria-invalid={closet.problem !== null || undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void closet.choose(file);
          // Reset, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <Text as="span" fontWeight="medium">
        {file ? file.name : 'Choose a file or drop it here'}
      </Text>
      <Text as="span" id="closet-file-help" textStyle="sm" color="fg.muted">
        {file
          ? 'Choose another file to replace it.'
          : 'A CSV, or a ZIP of a CSV and the photos that it names. Up to 500 rows and 200 MB.'}
      </Text>
    </label>
  );
}

/** Sends a chosen file again, such as after a lost connection. */
function SendAgain({ closet: { unread, problem, choose } }: { closet: ClosetFile }) {
  if (!unread || problem === null) return null;
  return (
    <Button
      variant="outline"
      minH="11"
      h="auto"
      mt="3"
      whiteSpace="normal"
      overflowWrap="anywhere"
      onClick={() => void choose(unread)}
    >
      {`Send ${unread.name} Again`}
    </Button>
  );
}

function Preview({ closet }: { closet: ClosetFile }) {
  const { read, rows, match, setMatch, part, post, forget } = closet;
  if (!read) return null;
  const good = rows.filter(({ problems }) => problems.length === 0).length;
  return (
    <Stack gap="8" mt="8">
      <ColumnMatch table={read.table} match={match} onChange={setMatch} />
      <RowList rows={rows} />
      <Flex gap="3" wrap="wrap">
        <Button
          colorPalette="indigo"
          minH="11"
          disabled={good === 0 || part !== null}
          onClick={() => void post()}
        >
          {good === 1 ? 'Post 1 Listing' : `Post ${good} Listings`}
        </Button>
        <Button variant="outline" minH="11" disabled={part !== null} onClick={forget}>
          Cancel
        </Button>
      </Flex>
    </Stack>
  );
}

/** The page for importing listings: choose a file, match its columns, check the rows, post them. */
export function BringIn({ personId }: { personId: string }) {
  const queries = useQueryClient();
  const top = useRef<HTMLHeadingElement>(null);
  const closet = useClosetFile(() => {
    toast.success('Import started');
    void queries.invalidateQueries({ queryKey: [IMPORTS_KEY] });
    top.current?.focus();
  });
  useTitle('Bring in listings');
  return (
    <Page>
      <Heading as="h1" size="2xl" mb="2" ref={top} tabIndex={-1}>
        Bring in listings
      </Heading>
      <Text color="fg.muted" mb="6" maxW="42rem">
        From another shop, a spreadsheet, or another instance. You see each listing before it is posted.
        Addresses of photos are not fetched: put the photos into a ZIP with the table.
      </Text>
      <FileField closet={closet} />
      {closet.part === null ? null : (
        <progress className="closet-progress" aria-label="Sending the file" max={1} value={closet.part} />
      )}
      <ProblemNote text={closet.problem} isPast={closet.part !== null} mt="3" />
      <SendAgain closet={closet} />
      <Preview closet={closet} />
      <ImportList personId={personId} />
    </Page>
  );
}
