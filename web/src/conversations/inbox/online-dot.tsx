import { useMessaging } from '../use-messaging.ts';
import './online-dot.css';

/**
 * Marks a person who is online, at the corner of the picture around it. Nothing shows for others, or while it is
 * unknown.
 */
export function OnlineDot({ userId }: { userId: string }) {
  const isHere = useMessaging((s) => s.here.has(userId));
  return isHere ? (
    <span className="online-dot" title="Online">
      <span className="sr">Online</span>
    </span>
  ) : null;
}
