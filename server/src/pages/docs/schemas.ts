import * as conversations from '@selvedge/shared/conversations/conversations';
import * as deals from '@selvedge/shared/deals/deals';
import * as holds from '@selvedge/shared/deals/holds';
import * as offers from '@selvedge/shared/deals/offers';
import * as trust from '@selvedge/shared/deals/trust';
import * as vouches from '@selvedge/shared/deals/vouches';
import * as apiKeys from '@selvedge/shared/identity/api-keys';
import { Features } from '@selvedge/shared/instance/instance-settings';
import * as closet from '@selvedge/shared/items/closet';
import * as listings from '@selvedge/shared/items/listings';
import * as matches from '@selvedge/shared/items/matches';
import * as proofPhotos from '@selvedge/shared/items/proof-photos';
import * as saved from '@selvedge/shared/items/saved';
import * as savedSearches from '@selvedge/shared/items/saved-searches';
import * as wanted from '@selvedge/shared/items/wanted';
import * as businesses from '@selvedge/shared/members/businesses';
import * as users from '@selvedge/shared/members/users';
import * as discord from '@selvedge/shared/notifications/discord';
import * as updates from '@selvedge/shared/notifications/updates';
import * as webhooks from '@selvedge/shared/notifications/webhooks';
import { ERROR_CODES } from '@selvedge/shared/platform/errors';
import * as realtime from '@selvedge/shared/platform/realtime';
import * as reports from '@selvedge/shared/safety/reports';
import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The body of every error: the contract's `Problem`. */
export const Problem = z.object({
  code: z.enum(ERROR_CODES).meta({ description: 'For programs to branch on' }),
  message: z.string().meta({ description: 'For display' }),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .meta({ description: 'Every invalid field' }),
  requestId: z.string().optional().meta({ description: 'Quote it when reporting the error to the operator' }),
  feature: Features.keyof()
    .optional()
    .meta({ description: 'The call is part of this feature, which the instance has switched off' }),
});

const NAMED: [name: string, schema: z.ZodType][] = [
  { Problem },
  apiKeys,
  businesses,
  closet,
  conversations,
  deals,
  holds,
  listings,
  matches,
  offers,
  proofPhotos,
  realtime,
  reports,
  saved,
  savedSearches,
  discord,
  webhooks,
  trust,
  updates,
  users,
  vouches,
  wanted,
].flatMap((module) =>
  Object.entries(module).flatMap(([name, exported]): [string, z.ZodType][] =>
    exported instanceof z.ZodObject ? [[name, exported]] : [],
  ),
);

const AT = '#/components/schemas/';

function refsIn(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && typeof value.$ref === 'string') found.add(value.$ref.slice(AT.length));
  for (const inner of Object.values(value)) refsIn(inner, found);
}

interface Dialect {
  /** AsyncAPI takes draft 7, OpenAPI 3.1 takes 2020-12. */
  target: 'draft-7' | 'draft-2020-12';
  /** Whether to describe values as clients send them, before parsing, or as they receive them. */
  io: 'input' | 'output';
}

/** The JSON Schemas of values on the wire; named schemas refer to each other by name. */
export function describeSchemas(schemas: Iterable<z.ZodType>, { target, io }: Dialect) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of NAMED) registry.add(schema, { id });
  const unnamed = new Map<z.ZodType, string>();
  for (const schema of schemas) {
    if (registry.has(schema)) continue;
    const id = `unnamed-${unnamed.size}`;
    unnamed.set(schema, id);
    registry.add(schema, { id });
  }
  const { schemas: all } = z.toJSONSchema(registry, {
    target,
    io,
    uri: (id) => AT + id,
    // Checks that JSON Schema cannot express are left to the descriptions.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // The format already implies the pattern.
      if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  const bare = (id: string): JsonSchema => {
    const { $schema: _, $id: __, ...schema } = all[id] as JsonSchema & { $id?: string };
    return schema;
  };

  const used = new Set<string>();
  return {
    /** One of the given schemas, or a reference to it. */
    of(schema: z.ZodType): JsonSchema {
      const id = unnamed.get(schema);
      const described = id ? bare(id) : { $ref: AT + registry.get(schema)?.id };
      refsIn(described, used);
      return described;
    },
    fields: (schema: z.ZodType): Record<string, JsonSchema> =>
      (all[registry.get(schema)?.id ?? ''] as JsonSchema | undefined)?.properties as Record<
        string,
        JsonSchema
      >,
    /** All named schemas that the results of `of` have referred to so far. */
    components(): Record<string, JsonSchema> {
      for (const id of used) refsIn(bare(id), used);
      return Object.fromEntries([...used].sort().map((id) => [id, bare(id)]));
    },
  };
}
