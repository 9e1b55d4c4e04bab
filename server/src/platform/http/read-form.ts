import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../core/errors.ts';
import { limitBody } from './body-limit.ts';

/** Bounds the body of a page's form. */
export function limitForm(maxBytes: number): MiddlewareHandler {
  return limitBody(maxBytes, () => {
    throw new AppError('too_large', 'This form is too large');
  });
}

/** A page's form. A field that is missing is empty, and so are all fields of a body that is no form. */
export async function readForm<Name extends string>(
  c: Context,
  ...names: Name[]
): Promise<Record<Name, string>> {
  const sent = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
  const fields = names.map((name) => [name, typeof sent[name] === 'string' ? sent[name] : '']);
  return Object.fromEntries(fields) as Record<Name, string>;
}
