/** Sets the number on the installed app's icon; 0 removes it. Browsers without such badges ignore it. */
export async function showBadge(count: number): Promise<void> {
  // Rejects if the app is not installed.
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}
