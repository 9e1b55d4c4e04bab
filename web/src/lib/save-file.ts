import { fileNameOf } from '@selvedge/shared/platform/file-name';
import { instance } from './instance.ts';

/** Saves a file to the member's device. @param name without that of the instance, with which it begins */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameOf(instance.name, name);
  link.click();
  // By then the browser has read the URL; without revoking it, the data would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
