/** What the page names itself; the server has written the first name. */
let name: string | null = null;
let count = 0;

function show(): void {
  name ??= document.title;
  document.title = count > 0 ? `(${count}) ${name}` : name;
}

/** Names the page in the tab. */
export function nameTab(next: string): void {
  name = next;
  show();
}

/** Puts the number of what waits before the name of the page; 0 is none. */
export function countInTab(next: number): void {
  if (next === count) return;
  name ??= document.title;
  count = next;
  show();
}
