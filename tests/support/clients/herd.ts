import { createLiveConnection } from '../../../web/src/conversations/store/session/socket.ts';

/** Opens many connections like the web client's, each of which syncs on every connect. */
export function startHerd(url: string, tokens: readonly string[], each: number) {
  const connections = tokens.flatMap((token) =>
    Array.from({ length: each }, () => {
      const ignore = () => undefined;
      const live = createLiveConnection({
        url,
        accessToken: async () => token,
        receiveUnreadCount: ignore,
        featureLost: ignore,
      });
      const one = { live, isOnline: false, synced: 0, refused: 0 };
      live.open({
        goOnline() {
          one.isOnline = true;
          void live.request('sync', { conversations: {} }).then(
            (answer) => {
              if (answer.ok) one.synced += 1;
              else one.refused += 1;
            },
            () => {
              one.refused += 1;
            },
          );
        },
        goOffline() {
          one.isOnline = false;
        },
        checkMissed: ignore,
        sessionEnded: ignore,
      });
      return one;
    }),
  );
  return {
    size: connections.length,
    online: () => connections.filter(({ isOnline }) => isOnline).length,
    /** How many connections have synced at least `times` times. */
    synced: (times: number) => connections.filter(({ synced }) => synced >= times).length,
    refused: () => connections.reduce((sum, { refused }) => sum + refused, 0),
    close(): void {
      for (const { live } of connections) live.close();
    },
  };
}
