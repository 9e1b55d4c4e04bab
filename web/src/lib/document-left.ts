let isLeft = false;

/** Whether this document is about to be left: a step back over a dialog that closes would cancel that. */
export function isDocumentLeft(): boolean {
  return isLeft;
}

/** Call it before `location.assign`. A document that Back restores goes on. */
export function documentLeft(): void {
  isLeft = true;
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isLeft = false;
  });
}
