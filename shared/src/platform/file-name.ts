import { foldLetters } from './fold.ts';

/** The name of a file that members save, which begins with the name of the instance. */
export function fileNameOf(instanceName: string, name: string): string {
  const slug = foldLetters(instanceName)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? name : `${slug}-${name}`;
}
