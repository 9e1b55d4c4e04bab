import type { Tx } from '../db/database.ts';

/** One file of somebody's data. */
export interface PersonalFile {
  /** Its place in the archive: `conversations/….json`. */
  path: string;
  /** Streamed once, so that nobody's data has to fit into memory. */
  content: AsyncIterable<string | Uint8Array>;
  /** Compressed already, as pictures are; compressing it again would only take time. */
  isPacked?: boolean;
}

/** One feature's data about a person: how it is exported, and how it is erased. */
export interface PersonalPart {
  files(personId: string): AsyncIterable<PersonalFile>;
  /** Erases the person's data. What others still need stays, anonymised. */
  erase(tx: Tx, personId: string): Promise<void>;
}

/** A person's proof that it is them who delete the account, and that they mean it. */
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
