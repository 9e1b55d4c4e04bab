import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { UseFormReturn } from 'react-hook-form';

/** The form with all settings of the instance. */
export type SettingsForm = UseFormReturn<InstanceSettings>;
