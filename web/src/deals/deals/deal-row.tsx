import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Deal } from '@selvedge/shared/deals/deals';
import type { OwnVouch } from '@selvedge/shared/deals/vouches';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { dayText } from '../../lib/day.ts';
import { instance } from '../../lib/instance.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import type { MessagesLocation } from '../../lib/session/open-messages.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { vouchOf } from '../vouches/drafts.ts';
import { DealPhoto } from './deal-photo.tsx';
import { VOUCH_PARAM } from './keys.ts';
import { OwnVouchOf } from './own-vouch.tsx';

const VouchDialog = lazyChunk(() => import('../vouches/vouch-dialog.tsx'));

const TextLink = chakra(Link, {
  base: { textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

const Name = ({ person }: { person: Deal['other'] }) =>
  person.isDeleted ? (
    <span>{person.username}</span>
  ) : (
    <TextLink to={`/profile/${person.username}`}>{person.username}</TextLink>
  );

const Parties = ({ deal: { isBuyer, other } }: { deal: Deal }) => (
  <>
    {isBuyer ? 'Bought from' : 'Sold to'} <Name person={other} />
  </>
);

function Dates({ deal: { soldAt, madeAt, conversationId } }: { deal: Deal }) {
  const background = useLocation();
  const state: MessagesLocation = { background, depth: 1 };
  return (
    <>
      Sold <time dateTime={soldAt}>{dayText(soldAt)}</time> · Confirmed{' '}
      <time dateTime={madeAt}>{dayText(madeAt)}</time>
      {conversationId ? (
        <>
          {' · '}
          <TextLink to={`/messages/${conversationId}`} state={state}>
            Messages
          </TextLink>
        </>
      ) : null}
    </>
  );
}

interface DealRowProps {
  deal: Deal;
  onVouched: (vouch: OwnVouch) => void;
}

/** A deal, with the viewer's vouch about it. */
export function DealRow({ deal, onVouched }: DealRowProps) {
  const [params, setParams] = useSearchParams();
  const isAsked = params.get(VOUCH_PARAM) === deal.id;
  const [isVouching, setVouching] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    // A reload does not open the form again.
    setParams({}, { replace: true });
    if (!deal.vouch && Date.parse(deal.vouchUntil) > Date.now()) setVouching(true);
  }, [isAsked, setParams, deal]);
  useReopened(vouchOf(deal.id), () => setVouching(true));
  return (
    <Flex as="li" gap="4" py="5" borderBottomWidth="1px" overflowWrap="anywhere">
      <DealPhoto deal={deal} size="row" />
      <Box flex="1" minW="0">
        <Text fontWeight="semibold">{deal.title}</Text>
        <Text textStyle="sm" color="fg.muted" mt="0.5">
          <Parties deal={deal} />
        </Text>
        <Text textStyle="xs" color="fg.subtle" mt="1">
          <Dates deal={deal} />
        </Text>
        {instance.features.vouches ? <OwnVouchOf deal={deal} onOpen={() => setVouching(true)} /> : null}
      </Box>
      {isVouching ? (
        <Suspense fallback={<DialogLoading onClose={() => setVouching(false)} />}>
          <VouchDialog
            dealId={deal.id}
            subject={deal.other.username}
            vouch={deal.vouch}
            onSaved={onVouched}
            onClose={() => setVouching(false)}
          >
            <Flex gap="3" align="center" overflowWrap="anywhere">
              <DealPhoto deal={deal} size="dialog" />
              <Box minW="0">
                <Text textStyle="sm" fontWeight="semibold">
                  {deal.title}
                </Text>
                <Text textStyle="xs" color="fg.muted">
                  {deal.isBuyer ? 'Bought from' : 'Sold to'} {deal.other.username} · {dayText(deal.soldAt)}
                </Text>
              </Box>
            </Flex>
          </VouchDialog>
        </Suspense>
      ) : null}
    </Flex>
  );
}
