import type { ReactNode, RefObject } from 'react';
import { Icon } from './icon.tsx';
import './thread-card.css';

interface ThreadCardProps {
  /** What the card is, such as 'Your offer'; also the start of its accessible name. */
  label: string;
  /** The rest of its accessible name. */
  summary: string;
  /** How it stands. */
  state: ReactNode;
  /** Whether nothing can be done about it any more. */
  isOver: boolean;
  /** Receives the focus when an answer has removed the button that had it. */
  ref: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A message of a thread that can be answered with buttons. */
export function ThreadCard({ label, summary, state, isOver, ref, children }: ThreadCardProps) {
  return (
    <article
      ref={ref}
      className={`thread-card${isOver ? ' is-over' : ''}`}
      aria-label={`${label}: ${summary}`}
      tabIndex={-1}
    >
      <div className="thread-card-head">
        <span className="thread-card-label">{label}</span>
        {state}
      </div>
      {children}
    </article>
  );
}

/** Why an answer was refused. */
export function CardFailure({ text }: { text: string }) {
  return (
    <p className="thread-card-note is-wrong" role="alert">
      {text}
    </p>
  );
}

/** The outcome in a card's head. */
export function CardState({ text, isGood = false }: { text: string; isGood?: boolean }) {
  return (
    <span className={`thread-card-state${isGood ? ' is-good' : ''}`}>
      {isGood ? <Icon name="check" size={14} /> : null}
      {text}
    </span>
  );
}
