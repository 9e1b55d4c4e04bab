import { readFile } from 'node:fs/promises';
import { SignedVouches, type VouchStatement } from '@selvedge/shared/deals/vouches';
import type { JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { JWKS_PATH, verifyStatement } from '../deals/public.ts';
import { AppError } from '../platform/core/errors.ts';
import type { OperatorContext } from './command.ts';

const FETCH_MS = 10_000;

const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

const readFileOr = (path: string): Promise<Buffer> =>
  readFile(path).catch((cause: unknown) => {
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  });

function parse<S extends z.ZodType>(schema: S, text: string, refusal: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('invalid_input', refusal, { cause });
  }
}

async function readKeys(issuer: string, saved: string | undefined): Promise<JSONWebKeySet> {
  const address = issuer + JWKS_PATH;
  const text = saved
    ? (await readFileOr(saved)).toString()
    : await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) }).then(
        (response) => response.text(),
        (cause: unknown) => {
          throw new AppError(
            'unavailable',
            `${address} is unreachable. Pass a saved copy of it as a second file.`,
            {
              cause,
            },
          );
        },
      );
  return parse(KeySet, text, `${saved ?? address} is not a set of keys.`);
}

const of = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How many deals and vouches there are, and with and by how many members: two puppets can make any number of both. */
function describeCounts({ trust: { deals, members, vouches }, writers }: VouchStatement): string {
  const made =
    deals === undefined
      ? []
      : [of(deals, 'deal') + (members === undefined ? '' : ` with ${of(members, 'member')}`)];
  const written = `${vouches} vouch${vouches === 1 ? '' : 'es'}`;
  return [...made, written + (writers === undefined ? '' : ` by ${of(writers, 'member')}`)].join(', ');
}

function describeWriters({ vouches }: VouchStatement): string[] {
  const days = vouches.flatMap(({ writerSince }) => writerSince?.slice(0, 10) ?? []).sort();
  return days.length === 0 ? [] : [`The accounts of their writers began from ${days[0]} to ${days.at(-1)}.`];
}

/** Which vouches a file has, in words: a member may show only a page with the good ones. */
function describeExtent({ trust, page, vouches }: VouchStatement): string {
  const isPart = page ? page.cursor !== null || page.hasMore : vouches.length < trust.vouches;
  if (!isPart) return `All ${trust.vouches} vouches are in this file.`;
  const missing = page
    ? [...(page.cursor === null ? [] : ['newer']), ...(page.hasMore ? ['older'] : [])].join(' and ')
    : 'some';
  return `ONLY A PART: ${vouches.length} of ${trust.vouches} vouches are in this file; ${missing} ones are missing.`;
}

interface Verifying {
  file: string;
  /** The path of a saved copy of the issuer's keys. */
  keys?: string;
  /** Whose list it must be; this instance's without it. */
  issuer?: string;
}

/**
 * Checks a saved response of `GET /api/users/{username}/vouches` by the keys that its issuer publishes or a
 * saved copy of them. The issuer is never taken from the file: anyone can sign anything as theirs.
 * @throws invalid_input if it names another issuer, was changed, or was not signed by the issuer
 */
export async function verifyVouches(
  { print, config }: OperatorContext,
  { file, keys, issuer: trusted = config.publicUrl }: Verifying,
): Promise<void> {
  const issuer = trusted.replace(/\/+$/, '');
  const bytes = await readFileOr(file);
  const named = parse(SignedVouches, bytes.toString(), `${file} is not a list of vouches.`).issuer;
  if (named !== issuer) {
    const trust = `Only if you trust that site, add: --issuer ${named}`;
    throw new AppError('invalid_input', `${file} says that it is from ${named}, not ${issuer}. ${trust}`);
  }
  const statement = await verifyStatement(bytes, await readKeys(issuer, keys));
  if (!statement) {
    throw new AppError(
      'invalid_input',
      `${file} is NOT genuine: it was changed, or ${issuer} did not sign it.`,
    );
  }
  const { username, memberId, signedAt } = statement;
  print(`Genuine: signed by ${issuer} on ${signedAt}.`);
  print(`${username} (${memberId}): ${describeCounts(statement)}.`);
  for (const line of describeWriters(statement)) print(line);
  print(describeExtent(statement));
}
