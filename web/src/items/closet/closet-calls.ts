import type { ClosetImport, ClosetMatch, ClosetPreview } from '@selvedge/shared/items/closet';
import { apiSend } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { sendForm } from '../../lib/send-form.ts';

export interface Sending {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
}

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
};

/** Rejects with a `FormProblem`, as does `startImport`. */
export function previewFile(file: File, { onProgress, signal }: Sending): Promise<ClosetPreview> {
  return sendForm('/api/closet/preview', formOf(file), onProgress, signal);
}

export function startImport(
  file: File,
  match: ClosetMatch,
  { onProgress, signal }: Sending,
): Promise<ClosetImport> {
  const query = new URLSearchParams({ match: JSON.stringify(match) });
  return sendForm(`/api/closet/imports?${query}`, formOf(file), onProgress, signal);
}

export async function downloadCloset(): Promise<void> {
  const response = await apiSend('GET', '/api/closet.zip');
  saveFile(await response.blob(), 'closet.zip');
}
