import { useMessaging } from './use-messaging.ts';
import './online-dot.css';

/** At the corner of the picture that it stands in. Of who is away, or of whom nobody knows, nothing is said. */
export function OnlineDot({ userId }: { userId: string }) {
  const isHere = useMessaging((s) => s.here.has(userId));
  return isHere ? (
    <span className="online-dot" title="Online">
      <span className="sr">Online</span>
    </span>
  ) : null;
}
