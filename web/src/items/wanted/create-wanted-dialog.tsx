import { Button, Dialog, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useUser } from '../../lib/session/use-session.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { hasMatches } from '../matching/has-matches.ts';
import { MatchesOf } from '../matching/matches-panel.tsx';
import type { FormValues } from './draft.ts';
import { WantedForm } from './wanted-form.tsx';

interface CreatedProps {
  personId: string;
  wanted: Wanted;
  onClose: () => void;
}

/** Listings that match the new WTB. */
function Created({ personId, wanted, onClose }: CreatedProps) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      <Dialog.Header flexDirection="column" alignItems="flex-start" gap="1">
        <Dialog.Title>Matches for Your WTB</Dialog.Title>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {wanted.title}
        </Text>
      </Dialog.Header>
      <Dialog.Body>
        <MatchesOf personId={personId} wantedId={wanted.id} />
      </Dialog.Body>
      <Dialog.Footer borderTopWidth="1px" pt="4">
        <Button ref={done} colorPalette="indigo" onClick={onClose}>
          Done
        </Button>
      </Dialog.Footer>
    </>
  );
}

interface CreateWantedProps {
  /** What is filled in. */
  start?: Partial<FormValues> | undefined;
  onClose: () => void;
}

/** The form for a new WTB, followed by matching listings, if any. Not rendered for signed-out visitors. */
export default function CreateWantedDialog({ start, onClose }: CreateWantedProps) {
  const user = useUser();
  const [formKey, startOver] = useReducer((count: number) => count + 1, 0);
  const [created, setCreated] = useState<Wanted | null>(null);
  const show = async (wanted: Wanted) => {
    const isFound = await hasMatches(wanted.id);
    if (isFound) setCreated(wanted);
    return isFound;
  };
  if (!user) return null;
  return (
    <DialogFrame size="form" onClose={onClose}>
      {created ? (
        <Created personId={user.id} wanted={created} onClose={onClose} />
      ) : (
        <WantedForm
          key={`${user.id} ${formKey}`}
          wanted={null}
          start={start}
          onClose={onClose}
          onSaved={show}
          onStartOver={startOver}
        />
      )}
    </DialogFrame>
  );
}
