import { Box, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { bytesOf, counted, graphemes, isBlank } from '@selvedge/shared/platform/format';
import { MESSAGE_MAX, MESSAGE_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { AddedPhotos } from './added-photos.tsx';
import { PhotoButton } from './photo-button.tsx';

/** The remaining characters are shown when there are fewer than this. */
const WARN_BELOW = 200;

function lengthNote(left: number, isTooLarge: boolean): string | null {
  if (left < 0)
    return `${counted(-left, 'character')} over the limit of ${MESSAGE_MAX.toLocaleString('en-US')}`;
  if (isTooLarge) return 'This message is too long: please split it up';
  return left < WARN_BELOW ? `${counted(left, 'character')} left` : null;
}

/** With large text, the field has a row of its own: narrow is measured in letters. */
const NARROW = {
  containerType: 'inline-size',
  '@container (max-width: 11rem)': { '& textarea': { order: -1, flexBasis: 'full' } },
} as const;

/** Whether a composer that had the focus is being replaced, as when the first message starts a conversation. */
let isFocusFree = false;

interface ComposerProps {
  text: string;
  isSending: boolean;
  error: string | null;
  onType: (text: string) => void;
  onSend: () => void;
  /** At the start of the row. */
  menu?: ReactNode;
  /** Without it, the composer does not accept photos. */
  onPhotos?: (files: File[]) => void;
  /** Added to the message that is being written. */
  added?: readonly File[];
  onRemove?: (photo: File) => void;
  onLeave?: () => void;
  /** Called for the up arrow key in an empty field. @returns whether it was handled */
  onUp?: () => boolean;
  submitLabel?: string;
  /** Takes the focus on phones, too. */
  alwaysFocuses?: boolean;
  /** Shown above the field. */
  children?: ReactNode;
}

/**
 * Enter sends, Shift+Enter inserts a line break; on a touch screen Enter inserts one, and Ctrl+Enter sends. Give each conversation its own `key`: a new composer takes
 * the focus.
 */
export function Composer(props: ComposerProps) {
  const { text, isSending, error, onType, onSend, onPhotos, added = [], onRemove, onLeave } = props;
  const { onUp, submitLabel, alwaysFocuses = false, menu, children } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  // On a phone, the keyboard would cover the thread that just opened.
  const takesFocus = alwaysFocuses || matchMedia('(pointer: fine)').matches;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useLayoutEffect(() => {
    const own = field.current;
    if (isFocusFree) own?.focus();
    return () => {
      isFocusFree = document.activeElement === own;
      // Its replacement comes with the same render.
      setTimeout(() => {
        isFocusFree = false;
      });
    };
  }, []);

  const left = text.length > MESSAGE_MAX - WARN_BELOW ? MESSAGE_MAX - graphemes(text.trim()) : WARN_BELOW;
  // Emoji of several code points take more bytes than their character count suggests.
  const isTooLarge = text.length > MESSAGE_MAX && bytesOf(text.trim()) > MESSAGE_MAX_BYTES;
  const isOverLimit = left < 0 || isTooLarge;
  const note = lengthNote(left, isTooLarge);
  const canSend = (added.length > 0 || !isBlank(text)) && !isOverLimit && !isSending;
  const send = () => {
    if (!canSend) return;
    onSend();
    // The pressed button becomes disabled, and would lose the focus.
    if (takesFocus) field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && text === '' && onUp?.()) event.preventDefault();
    // The keyboard of a touch screen has no other key for a new line.
    const isLine = event.shiftKey || (isTouch && !event.ctrlKey && !event.metaKey);
    if (event.key !== 'Enter' || isLine) return;
    event.preventDefault();
    send();
  };

  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      flexShrink={0}
      borderTopWidth="1px"
      p="12px"
      pb="calc(12px + env(safe-area-inset-bottom))"
      css={NARROW}
    >
      {children}
      <AddedPhotos
        photos={added}
        onRemove={(photo) => {
          onRemove?.(photo);
          field.current?.focus();
        }}
      />
      <ProblemNote text={error} mb="2" />
      {note ? (
        <Text id="room-left" textStyle="xs" color={isOverLimit ? 'fg.error' : 'fg.subtle'} mb="1">
          {note}
        </Text>
      ) : null}
      <Flex gap="1" align="flex-end" wrap="wrap" justify="flex-end">
        {menu}
        {onPhotos ? <PhotoButton onFiles={onPhotos} /> : null}
        <chakra.textarea
          ref={field}
          dir="auto"
          aria-label="Message"
          aria-describedby={note ? 'room-left' : undefined}
          aria-invalid={isOverLimit || undefined}
          placeholder="Message"
          rows={1}
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          onBlur={onLeave}
          // When the panel opens over another dialog, that dialog keeps the focus until the panel moves it
          // to the element with this attribute.
          data-autofocus={takesFocus || undefined}
          flex="1"
          minW="0"
          minH="10"
          maxH="min(8rem, 30dvh)"
          resize="none"
          css={{ fieldSizing: 'content' }}
          py="9px"
          px="3"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="l2"
          bg="bg"
          fontSize={{ base: 'md', md: 'sm' }}
          focusVisibleRing="inside"
        />
        {/* A press must not take the focus from the field: a phone would fold its keyboard. */}
        <Box onMouseDown={(event) => event.preventDefault()}>
          <IconButton
            type="submit"
            colorPalette="indigo"
            aria-label={submitLabel ?? 'Send message'}
            disabled={!canSend}
            // The press of a disabled button, as the second of two, goes to the element around it.
            _disabled={{ pointerEvents: 'none' }}
          >
            <Icon name="send" size={20} />
          </IconButton>
        </Box>
      </Flex>
    </chakra.form>
  );
}
