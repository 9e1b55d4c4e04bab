import { Button, Flex, Text } from '@chakra-ui/react';
import { mayWanted } from '@selvedge/shared/policy';
import type { Wanted } from '@selvedge/shared/wanted';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useOwnerActions } from './use-owner-actions.ts';

interface OwnerActionsProps {
  wanted: Wanted;
  /** Whether one comes back from the form: then its button takes the focus. */
  isBack: boolean;
  onEdit: () => void;
  onRemoved: () => void;
}

interface ConfirmProps {
  isPending: boolean;
  onKeep: () => void;
  onRemove: () => void;
}

function Confirm({ isPending, onKeep, onRemove }: ConfirmProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Flex role="alertdialog" aria-labelledby="remove-wtb" direction="column" gap="3" w="full">
      <Text id="remove-wtb" textStyle="sm">
        Delete this WTB listing for good? Conversations about it stay.
      </Text>
      <Flex gap="3" justify="flex-end" wrap="wrap">
        <Button ref={keep} variant="outline" onClick={onKeep}>
          Keep It
        </Button>
        <Button aria-disabled={isPending} onClick={onRemove}>
          {isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </Flex>
    </Flex>
  );
}

/** 'Your listing', and the owner's actions. */
export function OwnerActions({ wanted, isBack, onEdit, onRemoved }: OwnerActionsProps) {
  const { pending, bump, markFound, remove } = useOwnerActions(wanted, onRemoved);
  const [isRemoving, setRemoving] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) edit.current?.focus();
  }, [isBack]);

  if (isRemoving) {
    return (
      <Confirm
        isPending={pending === 'remove'}
        onKeep={() => setRemoving(false)}
        onRemove={() => void remove()}
      />
    );
  }
  // Only the owner sees this, so the policy is asked for the owner.
  const may = (action: 'edit' | 'bump' | 'fulfill') => mayWanted(action, wanted.buyer, wanted);
  return (
    <Flex align="center" justify="space-between" wrap="wrap" gap="3" w="full">
      <Text color="fg.muted" textStyle="sm">
        {wanted.isFulfilled ? 'Your listing · Found' : 'Your listing'}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button variant="ghost" onClick={() => setRemoving(true)}>
          Delete
        </Button>
        {may('edit') ? (
          <Button ref={edit} variant="outline" onClick={onEdit}>
            Edit
          </Button>
        ) : null}
        {may('bump') ? (
          <Button variant="outline" aria-disabled={pending !== null} onClick={() => void bump()}>
            {pending === 'bump' ? 'Bumping...' : 'Bump'}
          </Button>
        ) : null}
        {may('fulfill') ? (
          <Button colorPalette="indigo" aria-disabled={pending !== null} onClick={() => void markFound()}>
            <Icon name="check" />
            Found
          </Button>
        ) : null}
      </Flex>
    </Flex>
  );
}
