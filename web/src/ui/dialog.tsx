import { Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { rememberFocus, useKeptFocus } from './kept-focus.ts';
import { ReleaseNote } from './release-note.tsx';
import { registerRecipes } from './theme/system.ts';

registerRecipes({ slotRecipes: { dialog: dialogSlotRecipe } });

interface DialogFrameProps {
  /** `wide` fills most of the window, `screen` all of it. */
  size: 'form' | 'wide' | 'screen';
  /** Its name, where no `Dialog.Title` is in it. */
  label?: string;
  onClose: () => void;
  /** Asked before Escape closes it. @returns whether something in it took the key. */
  onEscape?: () => boolean;
  /** Whether something in it was changed that is not typed. */
  hasEdits?: boolean;
  children: ReactNode;
}

const SIZES = { form: 'lg', wide: 'cover', screen: 'full' } as const;
const WIDE = { maxW: { md: '1040px' }, h: { md: 'min(760px, calc(100dvh - 48px))' }, maxH: { md: 'none' } };

/** Part of what the window shows, so that it begins with it: the window itself is drawn later than its frame. */
function KeptFocus({ content }: { content: RefObject<HTMLElement | null> }) {
  useKeptFocus(content);
  return null;
}

/** A window over the page; on a phone it is the page. */
export function DialogFrame({ size, label, onClose, onEscape, hasEdits, children }: DialogFrameProps) {
  const content = useRef<HTMLDivElement>(null);
  /** The form that was typed into last. */
  const typedInto = useRef<Element>(null);
  // The library looks only when the window has been drawn: by then a field in it may have taken the focus.
  const [focusBefore] = useState(rememberFocus);
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      onEscapeKeyDown={(event) => {
        if (onEscape?.()) event.preventDefault();
      }}
      // A press that misses the form does not give up what is in it; Escape and its buttons do.
      onPointerDownOutside={(event) => {
        if (hasEdits || typedInto.current?.isConnected) event.preventDefault();
      }}
      // A page that is arrived at with its dialog open takes the focus for a moment: nobody meant to close it.
      onFocusOutside={(event) => event.preventDefault()}
      finalFocusEl={focusBefore}
      placement="center"
      scrollBehavior="inside"
      size={{ mdDown: 'full', md: SIZES[size] }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        {/* The library makes both as wide as the window with its scroll bar, which cuts the right edge off. */}
        <Dialog.Backdrop bg="black/60" w="full" h="full" inset="0" />
        <Dialog.Positioner w="full" padding={{ base: '0', md: size === 'screen' ? '0' : '6' }}>
          <Dialog.Content
            ref={content}
            onInput={({ target }) => {
              if (size === 'form') typedInto.current = (target as Element).closest('form');
            }}
            {...(label && { 'aria-label': label })}
            overflow="hidden"
            // With large letters not all buttons fit beside each other.
            css={{ '& [data-part=footer]': { flexWrap: 'wrap' } }}
            borderRadius={{ base: '0', md: size === 'screen' ? '0' : 'l3' }}
            {...(size === 'wide' ? WIDE : {})}
          >
            {/* The focus trap lets F8 through to the toasts, because something in here says it controls them. */}
            <button type="button" hidden aria-expanded="true" aria-controls="toast-group:bottom-end" />
            <KeptFocus content={content} />
            {children}
            {/* Above all else to the eye, and the last to take the focus. */}
            {size === 'screen' ? null : <ReleaseNote />}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
