import { WARNING_REASONS, type WarningKind } from '@selvedge/shared/conversations/warnings/rules';
import { create } from 'zustand';
import { Icon } from '../../ui/icon.tsx';

/**
 * Ids of messages whose warnings were dismissed. Not stored in the row, which loses its state when it scrolls
 * out of view.
 */
const useHidden = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));
const hide = (id: string) => useHidden.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));

/** Warns the recipient about a message. The message is shown anyway, and the sender sees no warning. */
export function MessageWarning({ id, kinds }: { id: string; kinds: readonly WarningKind[] }) {
  const isHidden = useHidden(({ ids }) => ids.has(id));
  if (isHidden || kinds.length === 0) return null;
  return (
    <div className="message-warning" role="note" aria-label="Be careful">
      <Icon name="warning" size={16} />
      <div>
        {kinds.map((kind) => (
          <p key={kind}>{WARNING_REASONS[kind]}</p>
        ))}
        <p>
          <a href="/about" target="_blank" rel="noopener">
            How to stay safe
          </a>
          <button type="button" onClick={() => hide(id)}>
            Hide
          </button>
        </p>
      </div>
    </div>
  );
}
