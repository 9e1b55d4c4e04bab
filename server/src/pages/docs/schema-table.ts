import { html } from 'hono/html';
import type { JsonSchema } from './schemas.ts';

/** Markup that is already escaped. */
export type Html = ReturnType<typeof html>;

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ref;
const joined = (parts: Html[], between: Html) =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]));

function boundsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string {
  const range = (low: number | undefined, high: number | undefined, what: string) => {
    if (low === undefined && (high === undefined || high === Number.MAX_SAFE_INTEGER)) return [];
    const upper = high === undefined || high === Number.MAX_SAFE_INTEGER ? '' : high.toLocaleString('en-US');
    return [`${low ?? 0} to ${upper || 'any'}${what}`];
  };
  const isSafe = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  return [
    ...range(isSafe, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
  ].join(', ');
}

/** The type of a value in words, with links to the named schemas. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="#schema-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return html`${joined((choice as JsonSchema[]).map(typeOf), html` or `)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) {
    return html`${joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      html` or `,
    )}`;
  }
  if (schema.type === 'array') return html`list of ${typeOf((schema.items ?? {}) as JsonSchema)}`;
  if (schema.type === 'object' && schema.properties) return html`${fieldsOf(schema)}`;
  if (schema.type === 'object') {
    return html`object of ${typeOf((schema.additionalProperties || {}) as JsonSchema)} by key`;
  }
  return html`${[schema.type ?? 'anything', schema.format && `(${schema.format})`].filter(Boolean).join(' ')}`;
}

/** The fields of an object, one per line. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Html {
  const fields = Object.entries(properties) as [string, JsonSchema][];
  return html`<dl>
    ${fields.map(
      ([name, field]) =>
        html`<dt><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}</dt>
          <dd>${typeOf(field)}${noteOf(field)}</dd>`,
    )}
  </dl>`;
}

/** The bounds and the description of a value. */
export function noteOf(schema: JsonSchema): Html {
  const note = [boundsOf(schema), schema.description].filter(Boolean).join('. ');
  return note ? html`<small> ${note}</small>` : html``;
}
