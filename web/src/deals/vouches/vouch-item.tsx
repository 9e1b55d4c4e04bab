import { Box, Button, chakra, Flex, Menu, Text } from '@chakra-ui/react';
import type { Vouch } from '@selvedge/shared/deals/vouches';
import type { Person } from '@selvedge/shared/members/users';
import { isOwner } from '@selvedge/shared/platform/policy';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { apiSend } from '../../lib/api.ts';
import { dayText } from '../../lib/day.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { SafetyMenu } from '../../safety/safety-menu.tsx';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { toast } from '../../ui/toast.ts';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { answerOf } from './drafts.ts';
import { RatingTab } from './rating-tab.tsx';

const AnswerDialog = lazyChunk(() => import('./answer-dialog.tsx'));
const VouchRemovalDialog = lazyChunk(() => import('../../safety/vouch-removal-dialog.tsx'));

const Day = ({ at }: { at: string }) => <time dateTime={at}>{dayText(at)}</time>;

const Name = ({ person }: { person: Person }) =>
  person.isDeleted ? (
    <span>{person.username}</span>
  ) : (
    <chakra.span _hover={{ textDecoration: 'underline' }}>
      <Link to={`/profile/${person.username}`}>{person.username}</Link>
    </chakra.span>
  );

function Answer({ vouch: { answer, answeredAt }, subject }: Pick<VouchItemProps, 'vouch' | 'subject'>) {
  if (answer === null || answeredAt === null) return null;
  return (
    <Box mt="3" ps="3" borderStartWidth="3px" borderColor="border.emphasized">
      <Text textStyle="xs" color="fg.muted">
        Answer by {subject.username} · <Day at={answeredAt} />
      </Text>
      <Text textStyle="sm" mt="0.5" whiteSpace="pre-line">
        {answer}
      </Text>
    </Box>
  );
}

function Writer({ vouch, onRemove }: { vouch: Vouch; onRemove: () => void }) {
  const user = useUser();
  return (
    <Flex align="center" gap="3" minH="9" wrap="wrap">
      <Text textStyle="sm" fontWeight="semibold" minW="0" overflowWrap="anywhere">
        <Name person={vouch.writer} />
      </Text>
      <RatingTab rating={vouch.rating} />
      <Box ms="auto" flexShrink={0}>
        <SafetyMenu person={vouch.writer} report={{ subject: 'vouch', id: vouch.id }}>
          {user?.isAdmin ? (
            <Menu.Item value="remove" onSelect={onRemove}>
              Remove Vouch
            </Menu.Item>
          ) : null}
        </SafetyMenu>
      </Box>
    </Flex>
  );
}

interface VouchItemProps {
  vouch: Vouch;
  /** The member whom the vouch is about. */
  subject: Pick<Person, 'id' | 'username'>;
  /** The vouch was answered or removed: refetches the list. */
  onChanged: () => Promise<void>;
}

/** A public vouch with the answer to it, and the viewer's actions. */
export function VouchItem({ vouch, subject, onChanged }: VouchItemProps) {
  const user = useUser();
  const [open, setOpen] = useState<'answer' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const remove = async (reason: string) => {
    await apiSend('DELETE', `/api/admin/vouches/${vouch.id}`, { reason });
    toast.success('Vouch removed');
    await onChanged();
  };
  useReopened(answerOf(vouch.id), () => setOpen('answer'));
  return (
    <Flex as="li" gap="3" py="5" borderBottomWidth="1px" overflowWrap="anywhere">
      <UserAvatar person={vouch.writer} size="sm" />
      <Box flex="1" minW="0">
        <Writer vouch={vouch} onRemove={() => setOpen('remove')} />
        <Text textStyle="xs" color="fg.muted">
          {vouch.isByBuyer ? 'Bought' : 'Sold'} “{vouch.title}” · <Day at={vouch.writtenAt} />
        </Text>
        {vouch.text ? (
          <Text mt="2" textStyle="sm" whiteSpace="pre-line">
            {vouch.text}
          </Text>
        ) : null}
        <Answer vouch={vouch} subject={subject} />
        {isOwner(user, subject.id) && vouch.answer === null ? (
          <Button size="xs" variant="outline" mt="3" onClick={() => setOpen('answer')}>
            Answer
          </Button>
        ) : null}
      </Box>
      {open ? (
        <Suspense fallback={<DialogLoading onClose={close} />}>
          {open === 'answer' ? (
            <AnswerDialog vouch={vouch} onSaved={onChanged} onClose={close} />
          ) : (
            <VouchRemovalDialog
              id={vouch.id}
              writer={vouch.writer.username}
              remove={remove}
              onClose={close}
            />
          )}
        </Suspense>
      ) : null}
    </Flex>
  );
}
