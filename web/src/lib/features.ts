import type { Feature, Features } from '@selvedge/shared/instance/instance-settings';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { instance } from './instance.ts';

const features = createStore<Features>(() => instance.features);

/** The features of the instance, for what an open page draws: an admin may switch one off meanwhile. */
export const useFeatures = (): Features => useStore(features);

/** The server has answered that it no longer has a feature. */
export function featureLost(feature: Feature): void {
  const off = { [feature]: feature === 'proofPhoto' ? 'off' : false };
  Object.assign(instance.features, off);
  features.setState(off);
}
