/** The number on the icon of the installed product; 0 is none. Browsers that have no icon for it show none. */
export async function showBadge(count: number): Promise<void> {
  // Refused where the product is not installed.
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}
