import { useMessaging } from '../use-messaging.ts';
import './online-dot.css';

/**
 * Marks an online member at the corner of the picture that contains it. Renders nothing while offline or
 * unknown.
 */
export function OnlineDot({ userId }: { userId: string }) {
  const isOnline = useMessaging((s) => s.onlineIds.has(userId));
  return isOnline ? (
    <span className="online-dot" title="Online">
      <span className="sr">Online</span>
    </span>
  ) : null;
}
