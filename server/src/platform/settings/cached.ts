import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';

/** Once per state of the settings: `LiveSettings.current` returns the same object until one changes. */
export function cached<T>(create: (instance: InstanceSettings) => T): (instance: InstanceSettings) => T {
  const values = new WeakMap<InstanceSettings, { value: T }>();
  return (instance) => {
    const known = values.get(instance) ?? { value: create(instance) };
    values.set(instance, known);
    return known.value;
  };
}
