import { Button, Flex, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { mayWanted } from '@selvedge/shared/platform/policy';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { MakeOffer } from '../../conversations/offers/make-offer.tsx';
import { instance } from '../../lib/instance.ts';
import { loginPath } from '../../lib/session/next-path.ts';
import { composePath } from '../../lib/session/open-messages.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Icon } from '../../ui/icon.tsx';

interface AnswerActionsProps {
  wanted: Wanted;
  /** Whether the member returns from choosing a listing: that button then gets the focus. */
  isBack: boolean;
  onHave: () => void;
  onMessage: () => void;
  /** The WTB may have changed since it was fetched. */
  onConflict: () => void;
}

/** The actions of other members on a WTB: messaging its owner, with or without a listing or an offer. */
export function AnswerActions({ wanted, isBack, onHave, onMessage, onConflict }: AnswerActionsProps) {
  const { status, user } = useSession();
  const have = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) have.current?.focus();
  }, [isBack]);
  if (!mayWanted('message', user, wanted)) return <Text color="fg.muted">Already Found</Text>;
  if (status === 'signed-out') {
    return (
      <Button asChild colorPalette="indigo">
        <Link to={loginPath(composePath(`/wtb/${wanted.id}`))}>Sign in to message this user</Link>
      </Button>
    );
  }
  return (
    <Flex gap="3" wrap="wrap" justify="flex-end">
      {instance.features.offers && status === 'signed-in' ? (
        <MakeOffer
          item={{ brand: wanted.brand, title: wanted.title, price: wanted.maxPrice, isWanted: true }}
          target={{ sellerId: wanted.buyer.id, listingId: null, wtbListingId: wanted.id }}
          onConflict={onConflict}
        />
      ) : null}
      <Button variant="outline" onClick={onMessage} disabled={status === 'loading'}>
        <Icon name="message" />
        Message
      </Button>
      <Button ref={have} colorPalette="indigo" onClick={onHave} disabled={status === 'loading'}>
        <Icon name="check" />I Have This
      </Button>
    </Flex>
  );
}
