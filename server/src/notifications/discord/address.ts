import { CHANNEL_PATH } from '@selvedge/shared/notifications/discord-limits';
import { DISCORD } from '../../environment.ts';
import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { parseSubnet, type Subnet } from '../../platform/core/ip-address.ts';
import { seal, unseal } from '../../platform/core/seal.ts';
import { createOutgoing } from '../../platform/http/outgoing.ts';

const ANYWHERE = ['0.0.0.0/0', '::/0'].map((network) => parseSubnet(network) as Subnet);
const HOSTS = [
  'https://discord.com',
  'https://discordapp.com',
  'https://ptb.discord.com',
  'https://canary.discord.com',
];

const keyOf = perProduct((ctx) => ctx.deriveKey('discord addresses'));

export const sealAddress = (ctx: Ctx, url: string): string => seal(url, keyOf(ctx));
export const openAddress = (ctx: Ctx, sealed: string): string => unseal(sealed, keyOf(ctx));

/** Whether an address is at Discord, or at the stand-in that the settings name. */
export function isAtDiscord({ config }: Ctx, url: string): boolean {
  const hosts = config.discordUrl === DISCORD ? HOSTS : [config.discordUrl];
  return hosts.some((host) => url.startsWith(host) && CHANNEL_PATH.test(url.slice(host.length)));
}

export const callDiscord = perProduct(
  ({ config }) => createOutgoing({ allowed: config.discordUrl === DISCORD ? [] : ANYWHERE }).call,
);
