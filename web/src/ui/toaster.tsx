import { Box, createToaster, Toaster as Host, Portal, Toast } from '@chakra-ui/react';
import { toastSlotRecipe } from '@chakra-ui/react/theme';
import { type PointerEvent, useEffect, useRef } from 'react';
import { registerRecipes } from './theme/system.ts';
import type { ToastText } from './toast-text.ts';

registerRecipes({ slotRecipes: { toast: toastSlotRecipe } });

const REMOVE_DELAY_MS = 1_000_000;
const SWIPE_PX = 50;

const toaster = createToaster({
  // Dialogs have their main button at the other side.
  placement: 'bottom-start',
  max: 1,
  duration: 5_000,
  removeDelay: REMOVE_DELAY_MS,
  hotkey: ['F8'],
  offsets: { top: '1rem', right: '1rem', bottom: 'var(--toast-bottom)', left: '1rem' },
  pauseOnPageIdle: true,
});

let onMounted = (): void => undefined;
/** The first toast may be created before the toaster is mounted: `showToast` waits for this. */
const mounted = new Promise<void>((resolve) => {
  onMounted = resolve;
});

/** Resolves once the toast is visible. */
export function showToast(text: ToastText): Promise<void> {
  // With a limit of one, the library would queue the new toast until the old one is removed.
  for (const { id } of toaster.getVisibleToasts()) if (id) toaster.remove(id);
  toaster.create(text);
  return mounted;
}

/** Swiping right dismisses a toast. */
function useSwipe(id: string) {
  const swipe = useRef<{ x: number; element: HTMLElement } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      swipe.current = { x: event.clientX, element: event.currentTarget };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const by = Math.max(0, event.clientX - (swipe.current?.x ?? event.clientX));
      if (swipe.current) swipe.current.element.style.transform = `translateX(${by}px)`;
    },
    onPointerUp(event: PointerEvent) {
      const { x, element } = swipe.current ?? {};
      swipe.current = null;
      if (x === undefined || !element) return;
      if (event.clientX - x >= SWIPE_PX) toaster.dismiss(id);
      else element.style.transform = '';
    },
  };
}

interface OneToastProps {
  id: string;
  title: React.ReactNode;
  description: React.ReactNode;
  action: ToastText['action'];
}

function OneToast({ id, title, description, action }: OneToastProps) {
  return (
    <Toast.Root
      width={{ md: 'sm' }}
      {...useSwipe(id)}
      css={{
        touchAction: 'pan-y',
        boxShadow: 'lg',
        transition: 'translate 200ms, scale 200ms, opacity 200ms, height 200ms',
        borderStartWidth: '3px',
        bg: 'bg.panel',
        color: 'fg',
        '&[data-type=error] svg': { color: 'fg.error' },
        // Red means an error.
        '&[data-type=success]': {
          ...{ bg: 'bg.panel', color: 'fg', borderColor: 'fg.success' },
          '& svg': { color: 'fg.success' },
        },
        '&[data-type=error]': { bg: 'bg.panel', color: 'fg', borderColor: 'thread.600' },
        // A closed toast stays in the document for a while and must not cover anything.
        '&[data-state=closed]': { visibility: 'hidden', pointerEvents: 'none' },
      }}
    >
      <Toast.Indicator />
      <Box flex="1">
        <Toast.Title>{title}</Toast.Title>
        {description ? <Toast.Description>{description}</Toast.Description> : null}
      </Box>
      {action ? <Toast.ActionTrigger>{action.label}</Toast.ActionTrigger> : null}
      <Toast.CloseTrigger />
    </Toast.Root>
  );
}

export default function Toasts() {
  useEffect(() => onMounted(), []);
  return (
    <Portal>
      <Host toaster={toaster} insetInline={{ mdDown: '4' }}>
        {({ id = '', title, description, action }) => (
          <OneToast id={id} title={title} description={description} action={action} />
        )}
      </Host>
    </Portal>
  );
}
