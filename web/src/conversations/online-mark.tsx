import { useMessaging } from './use-messaging.ts';
import './online.css';

const useIsHere = (userId: string): boolean => useMessaging((s) => s.here.has(userId));

/** Beside a name. Of who is away, or of whom nobody knows, nothing is said. */
export const OnlineMark = ({ userId }: { userId: string }) =>
  useIsHere(userId) ? <span className="online-mark">Online</span> : null;

/** The same at the corner of a picture. */
export const OnlineDot = ({ userId }: { userId: string }) =>
  useIsHere(userId) ? (
    <span className="online-dot">
      <span className="sr">Online</span>
    </span>
  ) : null;
