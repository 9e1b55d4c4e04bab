import * as z from 'zod';

/** The features that an instance can switch off. */
export const Features = z.object({
  offers: z.boolean().default(true),
  holds: z.boolean().default(true),
  deals: z.boolean().default(true),
  vouches: z.boolean().default(true),
  proofPhoto: z.enum(['off', 'optional', 'required']).default('optional'),
});
export type Features = z.output<typeof Features>;
export type Feature = keyof Features;

/** What the operator of an instance chooses. Stored are only the settings that were changed. */
export const InstanceSettings = z.object({ features: Features.prefault({}) });
export type InstanceSettings = z.output<typeof InstanceSettings>;
export type StoredSettings = z.input<typeof InstanceSettings>;

/** Whether a feature is switched on. */
export const isFeatureOn = (features: Features, feature: Feature): boolean =>
  features[feature] !== false && features[feature] !== 'off';
