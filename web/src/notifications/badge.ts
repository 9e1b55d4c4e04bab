/** Sets the number on the icon of the installed app; 0 removes it. Browsers without such icons ignore it. */
export async function showBadge(count: number): Promise<void> {
  // Rejects where the app is not installed.
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}
