import { LOST } from './send-form.ts';

/** Downloads a stored photo. Rejects with a `Problem` */
export async function downloadPhoto(url: string): Promise<Blob> {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw LOST;
  return response.blob();
}
