/**
 * The files that someone pastes. None if there is text, too: cells of a spreadsheet and text of an office
 * program come with a picture of themselves.
 */
export function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  if (!clipboardData || clipboardData.types.includes('text/plain')) return [];
  return [...clipboardData.files];
}
