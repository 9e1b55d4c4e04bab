/** The title of the page; null as long as the server's own stands. */
let name: string | null = null;
let count = 0;

function show(): void {
  name ??= document.title;
  document.title = count > 0 ? `(${count}) ${name}` : name;
}

/** Sets the title of the tab. */
export function nameTab(next: string): void {
  name = next;
  show();
}

/** Puts the number of unread conversations before the title; 0 removes it. */
export function countInTab(next: number): void {
  if (next === count) return;
  name ??= document.title;
  count = next;
  show();
}
