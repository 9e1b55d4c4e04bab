/** Saves a file on the person's device. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the address by then; without this, the data would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
