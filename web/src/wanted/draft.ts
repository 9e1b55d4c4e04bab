import type { Wanted } from '@selvedge/shared/wanted';
import { storedJson } from '../lib/stored-json.ts';

export interface FormValues {
  title: string;
  brand: string;
  size: string;
  maxPrice: string;
  description: string;
}

const EMPTY: FormValues = { title: '', brand: '', size: '', maxPrice: '', description: '' };

const keyOf = (id: string | null) => `selvedge-wtb-draft:${id ?? 'new'}`;

const valuesOf = ({ title, brand, size, maxPrice, description }: Wanted): FormValues => ({
  title,
  brand,
  size,
  maxPrice: maxPrice.replace(/\.00$/, ''),
  description: description ?? '',
});

/** What was typed in this tab before the page was left, or what the request says; null is a new one. */
export const loadDraft = (wanted: Wanted | null): FormValues =>
  storedJson<FormValues>(sessionStorage, keyOf(wanted?.id ?? null)) ?? (wanted ? valuesOf(wanted) : EMPTY);

export const saveDraft = (id: string | null, values: FormValues): void =>
  sessionStorage.setItem(keyOf(id), JSON.stringify(values));

export const clearDraft = (id: string | null): void => sessionStorage.removeItem(keyOf(id));
