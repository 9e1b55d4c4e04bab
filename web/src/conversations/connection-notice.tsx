import { Flex } from '@chakra-ui/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMessaging } from './use-messaging.ts';

/** Shorter disconnections get no notice. */
const GRACE_MS = 1_500;

function followNetwork(onChange: () => void): () => void {
  const stopped = new AbortController();
  for (const event of ['online', 'offline']) addEventListener(event, onChange, { signal: stopped.signal });
  return () => stopped.abort();
}

function noteFor(isPolled: boolean, hasNetwork: boolean): string {
  if (isPolled) return 'Live updates are blocked on this network. Messages arrive within 20 seconds.';
  return hasNetwork
    ? "The server can't be reached. Messages will send once it can."
    : "You're offline. Messages will send when you reconnect.";
}

/** Tells the member that the connection is lost, and that outgoing messages are safe. */
export function ConnectionNotice() {
  const isOnline = useMessaging((s) => s.connection === 'online');
  const isPolled = useMessaging((s) => s.isPolled);
  const hasNetwork = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isOnline) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return (
    <div role="status">
      {isShown || isPolled ? (
        <Flex px="5" py="2" bg="bg.warning" color="fg.warning" textStyle="sm" borderBottomWidth="1px">
          {noteFor(isPolled, hasNetwork)}
        </Flex>
      ) : null}
    </div>
  );
}
