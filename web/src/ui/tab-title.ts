/** The page's title; null while it is the one from the server. */
let name: string | null = null;
let count = 0;

function show(): void {
  name ??= document.title;
  document.title = count > 0 ? `(${count}) ${name}` : name;
}

/** Sets the tab's title. */
export function setTabTitle(next: string): void {
  name = next;
  show();
}

/** Prefixes the title with the number of unread conversations; 0 removes it. */
export function setTabCount(next: number): void {
  if (next === count) return;
  name ??= document.title;
  count = next;
  show();
}
