import { newId } from '../../lib/new-id.ts';
import '../../lib/no-eval.ts';
import { Dialog } from '@chakra-ui/react';
import { EditedFields, type Listing, ListingFields, ListingForm } from '@selvedge/shared/items/listings';
import { toCents } from '@selvedge/shared/platform/money';
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useStore } from 'zustand';
import { api, isNotFound, problemIn } from '../../lib/api.ts';
import { compressPhoto } from '../../lib/compress.ts';
import { downloadPhoto } from '../../lib/download-photo.ts';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { POSTED_EARLIER } from '../../lib/posting.ts';
import { uploadPhoto } from '../../lib/send-form.ts';
import { useFormDraft } from '../../lib/session/use-form-draft.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { sendNamed } from '../../lib/session/username-question.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { RestoredNote } from '../../ui/restored-note.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import { useRequiredProof } from '../proof/use-required-proof.tsx';
import { listingReceived } from './cache.ts';
import { type FormValues, listingDraft } from './draft.ts';
import { ListingFieldset } from './listing-fieldset.tsx';
import { PhotoField } from './photo-field.tsx';
import type { Photo } from './photos.ts';

const NO_PHOTOS = 'No images: Please upload at least one image';
const SOME_FAILED = 'Retry the failed photos, or remove them.';

/** Why the photos cannot be saved yet. */
function photoProblem(photos: Photo[]): string | null {
  if (photos.length === 0) return NO_PHOTOS;
  return photos.some(({ state }) => state.kind === 'failed') ? SOME_FAILED : null;
}

const urlsOf = (photos: Photo[]): string[] =>
  photos.flatMap(({ state }) => (state.kind === 'sent' ? [state.url] : []));

const PHOTO_PORTS = {
  compress: compressPhoto,
  download: downloadPhoto,
  upload: uploadPhoto,
  newId,
  previewOf: (file: Blob) => URL.createObjectURL(file),
  reportProblem: (problem: string) => toast.error('Error', problem),
};

/** Whether the server refused the proof photo, for example because its code has expired. */
const isAboutProof = (error: unknown): boolean =>
  problemIn(error)?.issues?.some(({ path }) => path.startsWith('proof')) ?? false;

type Body = FormValues & { images: string[] };

/** Updates a listing that this form has posted before, including its price. */
async function updatePosted({ id }: Listing, body: Body): Promise<Listing> {
  const path = `/api/listings/${id}`;
  const changed = await api<Listing>('PUT', path, body);
  if (toCents(changed.price) === toCents(body.price)) return changed;
  return await api<Listing>('PATCH', `${path}/price`, { price: body.price });
}

/**
 * The form, its photos, and their draft.
 * @param edited the listing as it was when the form opened
 * @param isPosted whether the new listing turned out to be posted: its draft is dropped when the form closes
 */
function useListingForm(
  edited: Listing | undefined,
  draft: ReturnType<typeof listingDraft>,
  isPosted: boolean,
) {
  const [typed] = useState(draft.load);
  const form = useForm<FormValues>({
    resolver: formResolver(edited ? EditedFields : ListingFields),
    defaultValues: typed,
  });
  const [photos] = useState(() => draft.photos(PHOTO_PORTS));
  useFormDraft(form, draft, isPosted);
  return { form, photos };
}

const TEXTS = {
  create: {
    title: 'Create Listing',
    submit: ['Create Listing', 'Creating...'],
    done: 'Listing created successfully!',
    failed: 'Failed to create listing. Please try again.',
  },
  edit: {
    title: 'Edit Listing',
    submit: ['Save Changes', 'Saving...'],
    done: 'Listing updated successfully!',
    failed: 'Failed to update listing. Please try again.',
  },
} as const;

interface ListingDialogProps {
  /** The listing to edit; without it, the form creates a new one. */
  listing?: Listing;
  /** The sold listing whose text and photos a new one takes. */
  relisted?: Listing;
  onClose: () => void;
}

/**
 * The listing form. Its draft stays until it is saved, also that of an edit.
 */
export default function ListingDialog(props: ListingDialogProps) {
  const [formKey, startOver] = useReducer((count: number) => count + 1, 0);
  return <ListingFormDialog key={formKey} {...props} onStartOver={startOver} />;
}

/** @param onStartOver the draft was cleared: a new form replaces this one */
function ListingFormDialog(props: ListingDialogProps & { onStartOver(): void }) {
  const { listing, relisted, onClose, onStartOver } = props;
  const queries = useQueryClient();
  // Whether this form's new listing turned out to be posted already, with other content: saving then edits
  // it.
  const [isPosted, setPosted] = useState(false);
  const isEdit = listing !== undefined || isPosted;
  const texts = TEXTS[isEdit ? 'edit' : 'create'];
  const user = useUser();
  // Live updates must not overwrite the form, and signing in as another member must not change whose draft it
  // is.
  const [{ edited, draft }] = useState(() => ({
    edited: listing,
    draft: listingDraft(user?.id ?? '', listing, relisted),
  }));
  const { form, photos } = useListingForm(edited, draft, isPosted);
  const list = useStore(photos.store, (state) => state.photos);
  const [isTried, setTried] = useState(false);
  const isCarrying = useRef(false);
  const { isSubmitting } = form.formState;
  const error = isTried ? photoProblem(list) : null;
  const required = useRequiredProof(user?.id ?? '', !isEdit, isTried);

  const save = async () => {
    // Waits for uploads in progress.
    await photos.settled();
    const { photos: sent } = photos.store.getState();
    if (photoProblem(sent) || required.isMissing) return;
    const body = { ...form.getValues(), images: urlsOf(sent) };
    try {
      if (listing)
        listingReceived(queries, await api<Listing>('PUT', `/api/listings/${listing.id}`, body), true);
      else {
        const { proof } = required;
        const added = proof ? { proof } : {};
        const { posted, isAsTyped } = await draft.post<Listing>('/api/listings', body, ListingForm, added);
        if (!isAsTyped && !isPosted) {
          setPosted(true);
          toast.error(...POSTED_EARLIER);
          return;
        }
        if (!isAsTyped) listingReceived(queries, await updatePosted(posted, body), true);
      }
    } catch (problem) {
      if (!listing && isNotFound(problem)) {
        // The photos were removed together with the listing.
        for (const { id } of sent) photos.removed(id);
        setPosted(false);
      }
      if (isAboutProof(problem)) required.clear();
      showFailure(problem, texts.failed);
      return;
    }
    draft.clear();
    required.clear();
    toast.success(texts.done);
    if (!listing) await queries.invalidateQueries({ queryKey: [LISTINGS_KEY] });
    onClose();
  };
  const submit = (event: React.FormEvent) => {
    setTried(true);
    void form.handleSubmit(() => sendNamed(save))(event);
  };

  return (
    <DialogFrame
      size="form"
      onClose={onClose}
      // While a photo is being dragged, Escape puts it back and the form stays open.
      onEscape={() => isCarrying.current}
      hasEdits={list !== photos.store.getInitialState().photos}
    >
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>{texts.title}</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5">
          {draft.isRestored ? (
            <RestoredNote
              onStartOver={() => {
                draft.clear();
                onStartOver();
              }}
            />
          ) : null}
          <PhotoField
            photos={photos}
            error={error}
            onCarry={(isCarried) => {
              isCarrying.current = isCarried;
            }}
          />
          <ListingFieldset form={form} isPriced={!listing} />
          {required.field}
        </Dialog.Body>
        <FormFooter submit={texts.submit} isSubmitting={isSubmitting} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
