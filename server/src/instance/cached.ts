import type { InstanceSettings } from '@selvedge/shared/instance-settings';
import type { LiveSettings } from './follow-settings.ts';

/** Computes a value from the settings on the first call, and caches it until a setting changes. */
export function cached<T>(
  settings: Pick<LiveSettings, 'current'>,
  create: (instance: InstanceSettings) => T,
): () => T {
  let cache: { instance: InstanceSettings; value: T } | undefined;
  return () => {
    const instance = settings.current();
    if (cache?.instance !== instance) cache = { instance, value: create(instance) };
    return cache.value;
  };
}
