import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { inCurrency } from '@selvedge/shared/items/prices';
import type { FieldError } from 'react-hook-form';
import type { ZodType } from 'zod';
import { instance } from '../lib/instance.ts';

/** Validates a form with a schema. Problems name prices in the instance's currency. */
export function formResolver(schema: ZodType) {
  const resolve = standardSchemaResolver(schema as never);
  const inOwnCurrency = async (...form: Parameters<typeof resolve>) => {
    const result = await resolve(...form);
    for (const error of Object.values(result.errors) as FieldError[]) {
      if (error.message) error.message = inCurrency(error.message, instance.currency);
    }
    return result;
  };
  // Forms submit text: their schema parses it for validation, and the server parses it again.
  return inOwnCurrency as never;
}
