import type { Selection } from '../store/state.ts';
import { useMessaging } from '../use-messaging.ts';
import './typing.css';

/** Animated, unless the viewer prefers reduced motion. */
const Dots = () => (
  <span className="typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);

interface TypingNoteProps {
  selection: NonNullable<Selection>;
  /** The other member's name. */
  name: string;
}

/** Shows that the other member is typing. The line is always there, so that nothing moves when they start. */
export function TypingNote({ selection, name }: TypingNoteProps) {
  const isTyping = useMessaging((s) => selection.kind === 'conversation' && s.typing.includes(selection.id));
  return (
    <div className="typing-note" role="status">
      {isTyping ? (
        <>
          <Dots />
          <span>{name} is typing…</span>
        </>
      ) : null}
    </div>
  );
}

/** Replaces the last message in the inbox. */
export function TypingPreview() {
  return (
    <span className="typing-preview">
      typing… <Dots />
    </span>
  );
}
