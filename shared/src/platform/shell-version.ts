/**
 * The response header of a page that identifies what all pages share: the build of the client, a dot, and a hash of the
 * instance's settings.
 */
export const SHELL_VERSION = 'Shell-Version';
