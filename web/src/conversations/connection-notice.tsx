import { Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useMessaging } from './use-messaging.ts';

/** A connection that comes back within this time is not worth a notice. */
const PATIENCE_MS = 1_500;

/** Says that the connection is gone, and that nothing is lost. */
export function ConnectionNotice() {
  const isOnline = useMessaging((s) => s.connection === 'online');
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isOnline) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return (
    <div role="status">
      {isShown ? (
        <Flex px="5" py="2" bg="bg.warning" color="fg.warning" textStyle="sm" borderBottomWidth="1px">
          You're offline. Messages will send when you reconnect.
        </Flex>
      ) : null}
    </div>
  );
}
