import { Text } from '@chakra-ui/react';
import type { Rating } from '@selvedge/shared/deals/ratings';
import type { OwnVouch } from '@selvedge/shared/deals/vouches';
import { VOUCH_BLIND_DAYS } from '@selvedge/shared/platform/limits';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { useTextDraft } from '../../lib/session/use-text-draft.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { vouchOf } from './drafts.ts';
import { isTooLong, RatingField, WordsField } from './vouch-form.tsx';

interface Typed {
  rating: Rating | null;
  text: string;
}

const TEXTS = {
  write: { submit: ['Save Vouch', 'Saving...'], saved: 'Vouch saved' },
  change: { submit: ['Save Changes', 'Saving...'], saved: 'Vouch changed' },
} as const;

interface VouchDialogProps {
  dealId: string;
  /** The name of the member whom the vouch is about. */
  subject: string;
  /** The vouch to change; null to write one. */
  vouch: OwnVouch | null;
  onSaved: (vouch: OwnVouch) => void;
  onClose: () => void;
  /** What the deal was about. */
  children: ReactNode;
}

/** Writes a vouch about the other member of a deal, or changes it while it is not public. */
export default function VouchDialog(props: VouchDialogProps) {
  const { dealId, subject, vouch, onSaved, onClose, children } = props;
  const first: Typed = { rating: vouch?.rating ?? null, text: vouch?.text ?? '' };
  const [typed, change, draft] = useTextDraft(vouchOf(dealId), first);
  const texts = TEXTS[vouch ? 'change' : 'write'];
  const save = async () => {
    onSaved(await api<OwnVouch>('PUT', `/api/deals/${dealId}/vouch`, typed));
    toast.success(texts.saved);
  };
  return (
    <FormDialog
      title={vouch ? `Change your vouch for ${subject}` : `Vouch for ${subject}`}
      submit={texts.submit}
      failed="Your vouch could not be saved. Please try again."
      isValid={!isTooLong(typed.text)}
      save={save}
      draft={draft}
      onClose={onClose}
    >
      {children}
      <RatingField chosen={typed.rating} onChoose={(rating) => change({ ...typed, rating })} />
      <WordsField
        label="In your words"
        isOptional
        text={typed.text}
        onChange={(text) => change({ ...typed, text })}
      />
      <Text textStyle="sm" color="fg.muted">
        Nobody sees it until you have both written a vouch, or {VOUCH_BLIND_DAYS} days have passed. You can
        change it until then; after that, both vouches are public and final.
      </Text>
    </FormDialog>
  );
}
