import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';

/**
 * Computes a value from the settings once for each state of them: `LiveSettings.current` returns the same object until a
 * setting changes.
 */
export function cached<T>(create: (instance: InstanceSettings) => T): (instance: InstanceSettings) => T {
  const values = new WeakMap<InstanceSettings, { value: T }>();
  return (instance) => {
    const known = values.get(instance) ?? { value: create(instance) };
    values.set(instance, known);
    return known.value;
  };
}
