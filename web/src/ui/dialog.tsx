import { Dialog, IconButton, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useFocusNearby } from './focus-nearby.ts';
import { Icon } from './icon.tsx';
import { useInertBackground } from './inert-background.ts';
import { ReleaseNote } from './release-note.tsx';
import { rememberFocus } from './remember-focus.ts';
import { registerRecipes } from './theme/system.ts';
import { useLayer } from './use-layer.ts';

registerRecipes({ slotRecipes: { dialog: dialogSlotRecipe } });

interface DialogFrameProps {
  /** `wide` fills most of the window, `screen` all of it. */
  size: 'form' | 'wide' | 'screen';
  /** The accessible name, when the dialog has no `Dialog.Title`. */
  label?: string;
  onClose: () => void;
  /** The dialog is a page of its own, which Back leaves anyway. */
  hasOwnUrl?: boolean;
  /** Keeps its height, and so its top edge, whatever it shows. */
  isSteady?: boolean;
  /** Called before Escape closes the dialog. @returns whether the key was handled inside it */
  onEscape?: () => boolean;
  /** Whether something in the dialog was changed other than by typing. */
  hasEdits?: boolean;
  children: ReactNode;
}

const SIZES = { form: 'lg', wide: 'cover', screen: 'full' } as const;
/** Room for a header, a footer and as much again between them; with less, for large text or sideways, they scroll. */
const STUCK = 'min(0px, (100dvh - 42rem) * 1000)';
const FORM = {
  overflow: 'hidden auto',
  scrollPaddingBlock: '5rem',
  maxH: { md: 'calc(100% - 48px)' },
  '& .chakra-dialog__header': {
    pe: '16',
    flex: 'none',
    position: 'sticky',
    top: STUCK,
    zIndex: 1,
    bg: 'bg.panel',
  },
  '& .chakra-dialog__body': { flex: '1 0 auto', overflow: 'visible', minW: 0, overflowWrap: 'anywhere' },
  '& .chakra-dialog__footer': {
    flexWrap: 'wrap',
    position: 'sticky',
    bottom: STUCK,
    zIndex: 1,
    bg: 'bg.panel',
  },
} as const;
const STEADY = { h: { md: 'min(660px, calc(100dvh - 48px))' } } as const;
/** Above the header, in no room of its own; it stays while the dialog scrolls. */
const CLOSE = {
  position: 'sticky',
  top: '12px',
  alignSelf: 'flex-end',
  flex: 'none',
  mt: '12px',
  me: '12px',
  mb: 'calc(-12px - min(2.5rem, 48px))',
  zIndex: 2,
} as const;
const WIDE = { maxW: { md: '1040px' }, h: { md: 'min(760px, calc(100dvh - 48px))' }, maxH: { md: 'none' } };

/**
 * A separate component inside the dialog: its effect starts with the content, which renders later than the
 * frame.
 */
function FocusRestorer({ content }: { content: RefObject<HTMLElement | null> }) {
  useFocusNearby(content, true);
  return null;
}

/** A dialog over the page; on phones it fills the screen. */
export function DialogFrame(props: DialogFrameProps) {
  const { size, label, onClose, hasOwnUrl = false, isSteady = false, onEscape, hasEdits, children } = props;
  const content = useRef<HTMLDivElement>(null);
  /** The form that was last typed into. */
  const typedInto = useRef<Element>(null);
  // The library checks the focus only after the dialog has rendered, when a field in it may have taken the
  // focus.
  const [focusBefore] = useState(rememberFocus);
  useInertBackground();
  useLayer(hasOwnUrl ? null : onClose);
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      onEscapeKeyDown={(event) => {
        if (onEscape?.()) event.preventDefault();
      }}
      // A click beside a form must not discard its content; Escape and its buttons may.
      onPointerDownOutside={(event) => {
        if (hasEdits || typedInto.current?.isConnected) event.preventDefault();
      }}
      // A page that opens together with its dialog moves the focus once, which must not close the dialog.
      onFocusOutside={(event) => event.preventDefault()}
      finalFocusEl={focusBefore}
      placement="center"
      scrollBehavior="inside"
      size={{ mdDown: 'full', md: SIZES[size] }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        {/* By default, both are as wide as the window with its scroll bar, which cuts off the right edge. */}
        <Dialog.Backdrop bg="black/60" w="full" h="full" inset="0" />
        <Dialog.Positioner w="full" padding={{ base: '0', md: size === 'screen' ? '0' : '6' }}>
          <Dialog.Content
            ref={content}
            onInput={({ target }) => {
              if (size === 'form') typedInto.current = (target as Element).closest('form');
            }}
            {...(label && { 'aria-label': label })}
            css={size === 'form' ? { ...FORM, ...(isSteady && STEADY) } : { overflow: 'hidden' }}
            borderRadius={{ base: '0', md: size === 'screen' ? '0' : 'l3' }}
            {...(size === 'wide' ? WIDE : {})}
          >
            {/* The focus trap lets F8 through to the toasts, because this button claims to control them. */}
            <button type="button" hidden aria-expanded="true" aria-controls="toast-group:bottom-start" />
            <FocusRestorer content={content} />
            {size === 'form' ? (
              <Dialog.CloseTrigger asChild css={CLOSE}>
                {/* The initial focus belongs to the dialog's content. */}
                <IconButton variant="ghost" aria-label="Close" data-no-autofocus="">
                  <Icon name="x" />
                </IconButton>
              </Dialog.CloseTrigger>
            ) : null}
            {children}
            {/* Visually above everything else, and last in the tab order. */}
            {size === 'screen' ? null : <ReleaseNote />}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
