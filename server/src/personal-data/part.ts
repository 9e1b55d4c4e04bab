import type { Tx } from '../db/database.ts';

/** One file of somebody's data. */
export interface PersonalFile {
  /** Its place in the archive: `conversations/….json`. */
  path: string;
  /** Read once, piece by piece: nobody's data has to fit into memory. */
  content: AsyncIterable<string | Uint8Array>;
  /** Packed already, as pictures are; packing it again only takes time. */
  isPacked?: boolean;
}

/** What one feature knows of a person, and how it forgets them. */
export interface PersonalPart {
  files(personId: string): AsyncIterable<PersonalFile>;
  /** Removes what is theirs. What others still need stays, with nothing in it that says who they were. */
  erase(tx: Tx, personId: string): Promise<void>;
}

/** What a person gives to show that they mean it, and that it is them. */
export interface DeletionProof {
  password?: string | undefined;
  username?: string | undefined;
}

const asText = (value: unknown): string => JSON.stringify(value, null, 2);

async function* once(text: string) {
  yield text;
}

async function* asList(pages: AsyncIterable<unknown[]>) {
  let separator = '[';
  for await (const page of pages) {
    for (const value of page) {
      yield `${separator}\n${asText(value)}`;
      separator = ',';
    }
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}

/** A file that holds one value. */
export const jsonFile = (path: string, value: unknown): PersonalFile => ({
  path,
  content: once(`${asText(value)}\n`),
});

/** A file that holds a list, written page by page. */
export const jsonListFile = (path: string, pages: AsyncIterable<unknown[]>): PersonalFile => ({
  path,
  content: asList(pages),
});
