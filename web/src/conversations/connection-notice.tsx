import { Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useMessaging } from './use-messaging.ts';

/** Shorter disconnections get no notice. */
const GRACE_MS = 1_500;

/** Tells the member that the connection is lost, and that unsent messages are safe. */
export function ConnectionNotice() {
  const isOnline = useMessaging((s) => s.connection === 'online');
  const isPolled = useMessaging((s) => s.isPolled);
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
          {isPolled
            ? 'Live updates are blocked on this network. Messages arrive within 20 seconds.'
            : "You're offline. Messages will send when you reconnect."}
        </Flex>
      ) : null}
    </div>
  );
}
