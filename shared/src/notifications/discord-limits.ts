export const DISCORD_NAME_MAX = 60;
/** Channels of the instance. */
export const DISCORD_CHANNELS_MAX = 25;
