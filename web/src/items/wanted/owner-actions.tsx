import { Button, Flex, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { mayWanted } from '@selvedge/shared/platform/policy';
import { useEffect, useRef } from 'react';
import { WhoButton } from '../../deals/deals/who-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOwnerActions } from './use-owner-actions.ts';

interface OwnerActionsProps {
  wanted: Wanted;
  /** Whether the member returns from the form: its button then gets the focus. */
  isBack: boolean;
  onEdit: () => void;
  onRemoved: () => void;
}

const CONFIRM_DELETE =
  'Are you sure you want to permanently delete this WTB listing? Its conversations remain. This action cannot be undone.';

/** 'Your listing', and the owner's actions. */
export function OwnerActions({ wanted, isBack, onEdit, onRemoved }: OwnerActionsProps) {
  const { pending, bump, markFound, remove } = useOwnerActions(wanted, onRemoved);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) edit.current?.focus();
  }, [isBack]);

  // Only the owner sees this, so the policy is checked for the owner.
  const may = (action: 'edit' | 'bump' | 'fulfill') => mayWanted(action, wanted.buyer, wanted);
  return (
    <Flex align="center" justify="space-between" wrap="wrap" gap="3" w="full">
      <Text color="fg.muted" textStyle="sm">
        {wanted.isFulfilled ? 'Your listing · Found' : 'Your listing'}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button
          variant="ghost"
          aria-disabled={pending !== null}
          onClick={() => {
            if (window.confirm(CONFIRM_DELETE)) void remove();
          }}
        >
          {pending === 'remove' ? 'Deleting...' : 'Delete'}
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
        {wanted.isFulfilled ? <WhoButton item={{ id: wanted.id, isWTB: true }} text="Who Found It?" /> : null}
      </Flex>
    </Flex>
  );
}
