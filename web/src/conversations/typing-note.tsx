import type { Selection } from './state.ts';
import { useMessaging } from './use-messaging.ts';
import './typing.css';

/** They move where motion is welcome. */
const Dots = () => (
  <span className="typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);

interface TypingNoteProps {
  selection: NonNullable<Selection>;
  /** Whom one talks with. */
  name: string;
}

/** That the other person types, in a line that is always there: nothing moves when they begin. */
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

/** In the inbox, in place of what was said last. */
export const TypingPreview = () => (
  <span className="typing-preview">
    typing… <Dots />
  </span>
);
