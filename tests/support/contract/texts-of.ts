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
  maxLength?: number;
  minimum?: number;
}

interface Filling {
  /** The text for every free-text field, before it is cut to the field's length. */
  text: string;
  /** The id of an existing item, by the name of the field. */
  idOf(field: string): string;
}

function fill(schema: JsonSchema, field: string, filling: Filling): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return fill(first, field, filling);
  if (schema.type === 'string') {
    if (schema.format === 'uuid') return filling.idOf(field);
    if (schema.format === 'date-time') return new Date().toISOString();
    if (field === 'price' || field === 'maxPrice') return '100';
    return filling.text.slice(0, schema.maxLength ?? filling.text.length);
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [fill(schema.items ?? {}, field, filling)];
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, one]) => [name, fill(one, name, filling)]));
  }
  return null;
}

/** An input that fits a schema's lengths and formats, with one text in all of its free-text fields. */
export const textsOf = (schema: z.ZodType, filling: Filling): unknown =>
  // Zod generates plain JSON Schema; its type for that is wider than what it generates.
  fill(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '', filling);

/** Whether an input has a free-text field. */
export const takesText = (schema: z.ZodType): boolean =>
  JSON.stringify(textsOf(schema, { text: '\u{1F9F5}', idOf: () => '' })).includes('\u{1F9F5}');
