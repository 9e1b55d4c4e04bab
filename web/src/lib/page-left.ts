/** For `holdCalls` when the page is about to be left: pending, unless Back restores the page. */
export const pageLeft = (): Promise<void> =>
  new Promise((resolve) => window.addEventListener('pageshow', ({ persisted }) => persisted && resolve()));
