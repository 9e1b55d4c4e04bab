import type { Tx } from '../db/database.ts';

export interface PersonalFile {
  /** Path in the archive: `conversations/….json`. */
  path: string;
  /** Can be read once, as a stream, so that the data need not fit into memory. */
  content: AsyncIterable<string | Uint8Array>;
  /** Whether it is already compressed, as pictures are: the archive then stores it as is. */
  isCompressed?: boolean;
}

export interface PersonalPart {
  files(memberId: string): AsyncIterable<PersonalFile>;
  /** Erases the member's data. Data that other members still need is anonymised instead. */
  erase(tx: Tx, memberId: string): Promise<void>;
}

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

export function jsonFile(path: string, value: unknown): PersonalFile {
  return {
    path,
    content: once(`${asText(value)}\n`),
  };
}

export function jsonListFile(path: string, pages: AsyncIterable<unknown[]>): PersonalFile {
  return {
    path,
    content: asList(pages),
  };
}
