import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { itemsWithin } from '../../../server/src/platform/core/paging.ts';

/** The characters that weigh most: emoji of many parts, letters under marks, and signs that JSON and HTML escape. */
const HEAVY = ['👨🏻‍👩🏻‍👧🏻‍👦🏻', `"${'\u{1E8D0}'.repeat(30)}`, '<\u0301\u0316\u0301', '\u{1F9F5}'];
const REPEATS_MAX = 2_048;
/** Cleaning removes the override and trims: only a text field stores `PROBED` for this. */
const PROBE = ' A\u202ering ';
const PROBED = 'Aring';

export type Body = Record<string, unknown>;

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** The most repeats of a text that a field takes. */
function mostRepeats(takes: (text: string) => boolean, unit: string): number {
  let [least, most] = [0, REPEATS_MAX];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (takes(unit.repeat(middle))) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The names of a schema's fields, those of every alternative included. */
function fieldsOf(schema: z.ZodType): string[] {
  const found = new Set<string>();
  const walk = (json: unknown): void => {
    const { properties = {}, anyOf = [], oneOf = [] } = json as Record<string, object & unknown[]>;
    for (const name of Object.keys(properties)) found.add(name);
    for (const one of [...anyOf, ...oneOf]) walk(one);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...found];
}

/** The text fields of a schema, which clean what they take. @param body an accepted input */
export const textFieldsOf = (schema: z.ZodType, body: Body): string[] =>
  fieldsOf(schema).filter((field) => {
    const parsed = schema.safeParse({ ...body, [field]: PROBE }).data as Body | undefined;
    return parsed?.[field] === PROBED;
  });

/** By schema: what it takes depends on nothing else. */
const known = new WeakMap<z.ZodType, Body>();
/** Half of what a call may send. */
const BODY_MAX_BYTES = 128 * 1024;

/** The heaviest text that each text field of a schema takes, as it is stored. */
async function heaviestTextsOf(schema: z.ZodType, body: Body): Promise<Body> {
  const stored = (field: string, text: string): unknown =>
    (schema.safeParse({ ...body, [field]: text }).data as Body | undefined)?.[field];
  const heaviest: [string, string][] = [];
  for (const field of textFieldsOf(schema, body)) {
    let most = '';
    for (const unit of HEAVY) {
      const count = mostRepeats((text) => stored(field, `a${text}`) !== undefined, unit);
      const text = stored(field, `a${unit.repeat(count)}`);
      if (typeof text === 'string' && bytesOf(text) > bytesOf(most)) most = text;
      // Connections that the server closes meanwhile are not used again.
      await setImmediate();
    }
    heaviest.push([field, most]);
  }
  // The pages that an operator writes do not all fit into one call.
  return Object.fromEntries(itemsWithin(heaviest, BODY_MAX_BYTES));
}

/** An accepted input with the heaviest text in each of its text fields. */
export async function heaviestOf(schema: z.ZodType, body: Body): Promise<Body> {
  const texts = known.get(schema) ?? (await heaviestTextsOf(schema, body));
  known.set(schema, texts);
  return { ...body, ...texts };
}
