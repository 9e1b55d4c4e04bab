import * as z from 'zod';
import { Age } from './listing.ts';
import { MemberName } from './members.ts';
import wanted from './wanted.json' with { type: 'json' };

const DemoWanted = z.strictObject({
  buyer: MemberName,
  title: z.string(),
  brand: z.string(),
  size: z.string(),
  /** Whole US dollars. */
  maxPrice: z.int(),
  listed: Age,
  description: z.string().nullable(),
});

/** The members' WTBs. */
export const WANTED: readonly z.infer<typeof DemoWanted>[] = z.array(DemoWanted).parse(wanted);
