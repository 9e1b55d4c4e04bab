import { Box, Dialog, Flex, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { isOwner, mayWanted } from '@selvedge/shared/platform/policy';
import { wantedTitle } from '@selvedge/shared/platform/titles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useReducer, useState } from 'react';
import { api, isNotFound } from '../../lib/api.ts';
import { fromPage } from '../../lib/page-data.ts';
import { formatPrice } from '../../lib/price.ts';
import { useComposeOnArrival, useOpenMessages } from '../../lib/session/open-messages.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { SafetyMenu } from '../../safety/safety-menu.tsx';
import { VisitorReport } from '../../safety/visitor-report.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { LabelledValue } from '../../ui/labelled-value.tsx';
import { Loading } from '../../ui/loading.tsx';
import { MemberLink } from '../../ui/person-link.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { useTitle } from '../../ui/use-title.ts';
import { MatchesOf } from '../matching/matches-panel.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AttachListing } from './attach-listing.tsx';
import { WANTED_KEY } from './keys.ts';
import { OwnerActions } from './owner-actions.tsx';
import { WantedForm } from './wanted-form.tsx';

/** The initial text of a message with a listing; the thread turns its URL into a link. */
const textFor = ({ id, title, price }: Listing): string =>
  `I have this: ${title}, ${formatPrice(price)}\n${location.origin}/listing/${id}`;

interface HeaderProps {
  brand?: string | undefined;
  title: string;
  menu?: ReactNode;
}

const Header = ({ brand, title, menu }: HeaderProps) => (
  <Dialog.Header justifyContent="space-between" alignItems="flex-start">
    <Box minW="0" overflowWrap="anywhere">
      <Text textStyle="woven">{brand}</Text>
      <Dialog.Title mt="1">{title}</Dialog.Title>
    </Box>
    <Flex align="center">{menu}</Flex>
  </Dialog.Header>
);

const Detail = ({ wanted }: { wanted: Wanted }) => (
  <>
    <Flex as="dl" wrap="wrap" columnGap="8" rowGap="3" py="4" borderBlockWidth="1px">
      <LabelledValue name="Size">{wanted.size.toUpperCase()}</LabelledValue>
      <LabelledValue name="Maximum budget">{formatPrice(wanted.maxPrice)}</LabelledValue>
    </Flex>
    <Text mt="3" textStyle="sm" color="fg.muted">
      {`Listed ${relativeTimeInText(wanted.createdAt)}`}
    </Text>
    {wanted.description ? (
      <Text mt="4" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
        {wanted.description}
      </Text>
    ) : null}
    <Box mt="4">
      <MemberLink person={wanted.buyer} label="Buyer" />
    </Box>
    <VisitorReport subject="wtb" targetId={wanted.id} mt="4" />
  </>
);

/** What the dialog shows: the WTB, its form, or the choice of a listing to attach. */
type Pane = 'detail' | 'edit' | 'attach';

function Panes({ wanted, onClose }: { wanted: Wanted; onClose: () => void }) {
  const user = useUser();
  const openMessages = useOpenMessages();
  const queries = useQueryClient();
  const [pane, setPane] = useState<Pane>('detail');
  const [last, setLast] = useState<Pane>('detail');
  useReopened(`wtb:${wanted.id}`, () => setPane('edit'));
  const [formKey, startOver] = useReducer((count: number) => count + 1, 0);
  const show = (next: Pane) => {
    setLast(pane);
    setPane(next);
  };
  useLayer(pane === 'detail' ? null : () => show('detail'));
  const target = { sellerId: wanted.buyer.id, listingId: null, wtbListingId: wanted.id };
  useComposeOnArrival(mayWanted('message', user, wanted) ? target : null);
  const write = (initialText?: string) => {
    show('detail');
    openMessages(target, initialText);
  };

  if (pane === 'edit') {
    return (
      <WantedForm key={formKey} wanted={wanted} onClose={() => show('detail')} onStartOver={startOver} />
    );
  }
  if (pane === 'attach' && user) {
    return (
      <AttachListing
        username={user.username}
        onPick={(listing) => write(listing ? textFor(listing) : undefined)}
        onBack={() => show('detail')}
      />
    );
  }
  return (
    <>
      <Header
        brand={wanted.brand}
        title={wanted.title}
        menu={
          <>
            <ShareButton isIcon title={wantedTitle(wanted)} path={`/wtb/${wanted.id}`} />
            <SafetyMenu
              person={wanted.buyer}
              report={{ subject: 'wtb', id: wanted.id }}
              onBlocked={onClose}
            />
          </>
        }
      />
      <Dialog.Body>
        <Detail wanted={wanted} />
        {user && isOwner(user, wanted.buyer.id) && !wanted.isFulfilled ? (
          <MatchesOf personId={user.id} wantedId={wanted.id} />
        ) : null}
      </Dialog.Body>
      <Dialog.Footer>
        {isOwner(user, wanted.buyer.id) ? (
          <OwnerActions
            wanted={wanted}
            isBack={last === 'edit'}
            onEdit={() => show('edit')}
            onRemoved={onClose}
          />
        ) : (
          <AnswerActions
            wanted={wanted}
            isBack={last === 'attach'}
            onHave={() => show('attach')}
            onMessage={() => write()}
            onConflict={() => void queries.invalidateQueries({ queryKey: [WANTED_KEY, wanted.id] })}
          />
        )}
      </Dialog.Footer>
    </>
  );
}

/** One WTB, over the list of WTBs. */
export default function WantedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const address = `/api/wtb-listings/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useQuery({
    queryKey: [WANTED_KEY, id],
    queryFn: () => api<Wanted>('GET', address),
    ...fromPage<Wanted>(address),
  });
  useTitle(data ? wantedTitle(data) : 'Want to Buy');
  const isGone = isNotFound(error);
  return (
    <DialogFrame size="form" hasOwnUrl onClose={onClose}>
      {data && !isGone ? (
        <Panes key={id} wanted={data} onClose={onClose} />
      ) : (
        <>
          <Header title={isGone ? 'WTB listing not found' : 'WTB listing'} />
          <Dialog.Body pb="6">
            {isGone ? <Text color="fg.muted">It may have been removed.</Text> : null}
            {error && !isGone ? (
              <Failure text="Failed to load the listing. Please try again." retry={() => void refetch()} />
            ) : null}
            {error ? null : <Loading />}
          </Dialog.Body>
        </>
      )}
    </DialogFrame>
  );
}
