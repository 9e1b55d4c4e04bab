import { Box, Button, Text } from '@chakra-ui/react';
import { messageOf } from '../lib/api.ts';

export interface Notice {
  kind: 'good' | 'bad';
  text: string;
  /** The address is not confirmed yet: offers to send the mail again. */
  canResend: boolean;
  /** Another attempt is pending: the notice is no longer shown, but keeps its place, so that nothing moves under a pointer. */
  isPast?: boolean;
}

/** For the start of another attempt. */
export function past(notice: Notice | null): Notice | null {
  return notice && { ...notice, isPast: true };
}

export const NOT_SENT = 'The e-mail could not be sent. Please try again.';
export const RESENT = 'If this address still needs confirming, a new e-mail is on its way.';

export function good(text: string, canResend = false): Notice {
  return { kind: 'good', text, canResend };
}

export function bad(text: string): Notice {
  return { kind: 'bad', text, canResend: false };
}

const NO_CONNECTION = 'An unexpected error occurred. Please try again.';
const CODE_INVALID = 'That code is wrong, already used or expired. Request a new one.';
const NO_RESPONSE: readonly unknown[] = ['AuthRetryableFetchError', 'TypeError', 'SyntaxError'];

/** The notice for a refused sign-in or sign-up. @param otherwise the text for an error without a message */
export function noticeOf(error: unknown, otherwise: string): Notice {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  if (code === 'reauthentication_not_valid') return bad(CODE_INVALID);
  return {
    kind: 'bad',
    text: NO_RESPONSE.includes(name) ? NO_CONNECTION : messageOf(error, otherwise),
    canResend: code === 'email_not_confirmed',
  };
}

/** A notice above the form, announced by screen readers. */
export function NoticeBox({ notice, onResend }: { notice: Notice | null; onResend?: () => void }) {
  return (
    <Box aria-live="polite" mb={notice ? '6' : '0'}>
      {notice ? (
        <Box
          borderStartWidth="3px"
          borderColor={notice.kind === 'good' ? 'moss.500' : 'thread.600'}
          bg={notice.kind === 'good' ? 'bg.success' : 'bg.error'}
          color={notice.kind === 'good' ? 'fg.success' : 'fg.error'}
          px="3"
          py="2"
          visibility={notice.isPast ? 'hidden' : undefined}
        >
          <Text textStyle="sm">{notice.text}</Text>
          {notice.canResend && onResend ? (
            <Button
              variant="plain"
              size="xs"
              px="0"
              color="inherit"
              textDecoration="underline"
              onClick={onResend}
            >
              Send It Again
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}
