import { createHash } from 'node:crypto';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { html, raw } from 'hono/html';
import { accentStyle, homeLink, LOOK, logoPolicy, logoStyle } from '../../platform/http/plain-page.ts';
import type { AsyncApi } from './asyncapi.ts';
import type { OpenApi } from './openapi.ts';
import { fieldsOf, type Html, noteOf, typeOf } from './schema-table.ts';
import type { JsonSchema } from './schemas.ts';

const STYLE = `${LOOK}
html{scroll-padding-top:16px}main{max-width:56rem;margin:0 auto;padding:32px 24px 96px}
h1{font-size:1.875rem;line-height:1.2;margin:0 0 8px}h2{font-size:1.5rem;margin:56px 0 12px;padding-top:16px;border-top:1px solid var(--line)}
h3{font-size:1.125rem;margin:40px 0 4px}h4{font-size:.875rem;margin:16px 0 4px}
h4 code,h3 code{overflow-wrap:anywhere}article{margin:28px 0 0;padding-top:16px;border-top:1px solid var(--line)}article h3,article h4{font-size:1rem;margin:0 0 4px}
h5{font-size:.8125rem;margin:14px 0 4px;color:var(--muted)}p{margin:0 0 12px;max-width:42rem}code{font:.875em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
small{color:var(--muted);font-size:.875em}nav ul{columns:16rem;padding:0;list-style:none}nav li{margin:2px 0;break-inside:avoid}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:3px}b{font-weight:600}
dl{display:grid;grid-template-columns:minmax(8rem,13rem) minmax(0,1fr);gap:6px 16px;margin:4px 0;font-size:.9375rem}dt,dd{min-width:0;overflow-wrap:anywhere}dd{margin:0}
dd dl{font-size:1em;padding-left:12px;border-left:1px solid var(--line)}dd dd dl{grid-template-columns:minmax(0,1fr);gap:0}dd dd dd{padding:0 0 8px 12px}
@media(max-width:640px){dl,dd dl{grid-template-columns:minmax(0,1fr);gap:0}dd{padding:0 0 8px 12px}dd dl{padding-left:8px}main{padding:24px 16px 64px}}`;

/** The style of the page; with the instance's accent, its links have that colour. */
const docsStyle = (instance: InstanceSettings): string =>
  STYLE +
  (instance.accent === '' ? '' : `${accentStyle(instance)}a{color:var(--action)}`) +
  logoStyle(instance);

/** The page's content security policy: its own style by hash, its font, a logo, and nothing else. */
export function docsPolicy(instance: InstanceSettings): string {
  return `default-src 'none'; style-src 'sha256-${createHash('sha256')
    .update(docsStyle(instance))
    .digest(
      'base64',
    )}'; font-src 'self';${logoPolicy(instance)} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Turns text between backticks into code. */
const inline = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
const prose = (text: string): Html =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

const schemaOf = (schema: JsonSchema): Html =>
  schema.properties ? fieldsOf(schema) : html`<div>${typeOf(schema)}${noteOf(schema)}</div>`;

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'In the headers' };

function call(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const replies = Object.entries(responses).filter(([status]) => status !== 'default');
  return html`<article id="${operationId}">
    <h4><code><b>${method.toUpperCase()}</b> ${path}</code></h4>
    <p>${inline(summary)}. <small>${inline(description)}</small></p>
    ${Object.entries(PLACES).map(([place, title]) => {
      const fields = parameters.filter((one) => one.in === place);
      const described = fields.map(({ name, schema, description: note }) => [
        name,
        { ...schema, ...(note && { description: note }) },
      ]);
      const required = fields.filter((one) => one.required).map(({ name }) => name);
      return fields.length === 0
        ? ''
        : html`<h5>${title}</h5>
            ${fieldsOf({ properties: Object.fromEntries(described), required })}`;
    })}
    ${Object.entries(requestBody?.content ?? {}).map(
      ([type, { schema }]) => html`<h5>Body, ${type}</h5>
        ${schemaOf(schema)}`,
    )}
    ${replies.map(
      ([status, { content = {} }]) => html`<h5>Response ${status}</h5>
        ${Object.keys(content).length === 0 ? html`<p>No body.</p>` : ''}
        ${Object.entries(content).map(([type, { schema }]) =>
          type === 'application/json' ? schemaOf(schema) : html`<p>${type}</p>`,
        )}`,
    )}
  </article>`;
}

function rest({ paths, tags, info }: OpenApi): Html {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path,
      // The document comes from our own generator, which emits operations of this type.
      operation: operation as Operation,
    })),
  );
  return html`<section>
    <h2 id="rest">REST</h2>
    ${prose(info.description)}
    <p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
    ${tags.map(
      ({ name }) => html`<h3 id="rest-${name}">${name}</h3>
        ${calls
          .filter(({ operation }) => operation.tags.includes(name))
          .map(({ method, path, operation }) => call(method, path, operation))}`,
    )}
  </section>`;
}

function live({ info, components: { messages } }: AsyncApi): Html {
  const keys = Object.keys(messages);
  const article = (key: string, parts: [title: string, key: string][]) => {
    const { name, summary, description } = messages[key] ?? { name: key };
    return html`<article id="live-${key}">
      <h4><code>${name}</code></h4>
      ${summary ? html`<p>${inline(summary)}.</p>` : ''}
      ${description ? html`<p><small>${inline(description)}</small></p>` : ''}
      ${parts.map(([title, part]) => html`<h5>${title}</h5>${schemaOf(messages[part]?.payload.schema ?? {})}`)}
    </article>`;
  };
  const requests = keys.filter((key) => key.startsWith('request.'));
  return html`<section>
    <h2 id="live">Live</h2>
    ${prose(info.description)}
    <p>Machine-readable: <a href="/api/asyncapi.json">asyncapi.json</a>, AsyncAPI 3.0.</p>
    <h3 id="live-connecting">Connecting</h3>
    ${article('handshake', [
      ['auth of the handshake', 'handshake'],
      ['connect_error, when it is rejected', 'refused'],
    ])}
    <h3 id="live-requests">Requests</h3>
    ${requests.map((key) =>
      article(key, [
        ['Payload', key],
        ...keys
          .filter((ack) => ack === key.replace('request.', 'ack.'))
          .map((ack): [string, string] => ['Ack', ack]),
      ]),
    )}
    <h3 id="live-events">Events</h3>
    ${keys.filter((key) => key.startsWith('event.')).map((key) => article(key, [['Payload', key]]))}
  </section>`;
}

/** Both documents as one readable page, which makes no further requests. */
export function docsPage(instance: InstanceSettings, openApi: OpenApi, asyncApi: AsyncApi): Html {
  const { name } = instance;
  const schemas = { ...openApi.components.schemas, ...asyncApi.components.schemas };
  const schemaNames = Object.keys(schemas).sort();
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference · ${name}</title>
    <style>${raw(docsStyle(instance))}</style>
  </head>
  <body>
    <header>${homeLink(instance)}</header>
    <main>
      <h1>API reference</h1>
      <p>The pages of this marketplace use only these two APIs.</p>
      <nav aria-label="On this page">
        <ul>
          ${openApi.tags.map(({ name }) => html`<li><a href="#rest-${name}">REST: ${name}</a></li>`)}
          ${['connecting', 'requests', 'events'].map((part) => html`<li><a href="#live-${part}">Live: ${part}</a></li>`)}
          <li><a href="#schemas">Schemas</a></li>
        </ul>
      </nav>
      ${rest(openApi)} ${live(asyncApi)}
      <section>
        <h2 id="schemas">Schemas</h2>
        ${schemaNames.map(
          (schema) => html`<article id="schema-${schema}">
            <h3>${schema}</h3>
            ${schemaOf(schemas[schema] ?? {})}
          </article>`,
        )}
      </section>
    </main>
  </body>
</html>`;
}
