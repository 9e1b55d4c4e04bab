import type { Selection } from '../store/state.ts';
import { useMessaging } from '../use-messaging.ts';
import './typing.css';

/** Animated, unless the reader prefers reduced motion. */
const Dots = () => (
  <span className="typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);

interface TypingNoteProps {
  selection: NonNullable<Selection>;
  /** The other person's name. */
  name: string;
}

/** Shows that the other person is typing. The line is always there, so nothing moves when they start. */
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

/** Shown in the inbox in place of the last message. */
export const TypingPreview = () => (
  <span className="typing-preview">
    typing… <Dots />
  </span>
);
