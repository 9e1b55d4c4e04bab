import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod';

/** The subset of JSON Schema that zod generates. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '%',
  '_%\\',
  "'; drop table users; --",
  '../../etc/passwd',
  '__proto__',
  'javascript:alert(1)',
  'İ',
  '👩‍👩‍👧',
  '1e400',
  '-0',
  '0x10',
  'NaN',
  '9007199254740993',
  '99999999999999999999.99',
  'x'.repeat(5_000),
];
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...ODD_TEXTS));
const odd: Arbitrary<unknown> = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, 2 ** 53, 1e308, 0.1, [], {}),
);

function fitting(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return fc.oneof(...some.map((one) => inputsOfJson(one, ids)));
  if (schema.type === 'string') {
    if (schema.format === 'uuid') return fc.constantFrom(...ids);
    if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString());
    const { minLength = 0, maxLength = 60 } = schema;
    return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) });
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.integer({
      min: Math.max(schema.minimum ?? -10, -(2 ** 40)),
      max: Math.min(schema.maximum ?? 1_000, 2 ** 40),
    });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(inputsOfJson(schema.items ?? {}, ids), { maxLength: 9 });
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [
      name,
      inputsOfJson(one, ids),
    ]);
    // Any field may be missing, and sometimes there is an unknown one.
    return fc
      .record({
        whole: fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>),
        missing: fc.option(fc.nat(fields.length), { freq: 2 }),
        extra: fc.option(fc.tuple(text, odd), { freq: 10 }),
      })
      .map(({ whole, missing, extra }) => {
        const remaining = Object.entries(whole).filter((_, i) => i !== missing);
        return Object.fromEntries(extra ? [...remaining, extra] : remaining);
      });
  }
  return odd;
}

const inputsOfJson = (schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: fitting(schema, ids) }, { weight: 1, arbitrary: odd });

/**
 * Generates mostly valid input for a schema, with an invalid value in a random place.
 * @param ids existing ids, for places where the schema expects one
 */
export const inputsOf = (schema: z.ZodType, ids: readonly string[]): Arbitrary<unknown> =>
  // Zod generates plain JSON Schema; its type for that is wider than what it generates.
  inputsOfJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, ids);
