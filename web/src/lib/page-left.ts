/** For `holdCalls` when the page is about to be left: pending, unless Back restores the page. */
export function pageLeft(): Promise<void> {
  return new Promise((resolve) =>
    window.addEventListener('pageshow', ({ persisted }) => persisted && resolve()),
  );
}
