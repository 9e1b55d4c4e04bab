export const DISCORD_NAME_MAX = 60;
/** Channels of the instance. */
export const DISCORD_CHANNELS_MAX = 25;
/** All that follows the host in the address of a channel's webhook: a `..` would lead to other calls of Discord. */
export const CHANNEL_PATH = /^\/api\/webhooks\/\d+\/[\w-]+$/;
