import type { Authenticate } from '../core/actor.ts';
import type { Platform } from '../core/ctx.ts';
import { socketAddress } from '../http/client-address.ts';
import { reconnectClientsWhenLost } from '../nodes/reconnect-clients.ts';
import { acrossNodes } from './across-nodes.ts';
import { createHub, type HubParts } from './hub.ts';
import { createVisitors } from './visitor-streams.ts';

export function openLive(
  { config, log, limits, settings, metrics, bus }: Platform,
  identity: { authenticate: Authenticate } & Pick<HubParts, 'onSessionEnded'>,
) {
  const visitors = createVisitors();
  const hub = createHub({
    publicUrl: config.publicUrl,
    ...{ log, limits },
    authenticate: identity.authenticate,
    isOn: settings.isOn,
    currency: settings.currency,
    addressOf: (request) => socketAddress(request, config.trustProxy),
    sendToVisitors: visitors.send,
    onSessionEnded: identity.onSessionEnded,
    instrumentation: metrics.instrumentation,
  });
  const nodes = acrossNodes(bus, hub.publish);
  reconnectClientsWhenLost(bus, [hub, visitors]);
  return { visitors, hub, nodes, publish: nodes.publish };
}
