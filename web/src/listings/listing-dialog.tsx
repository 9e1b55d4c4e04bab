import '../lib/no-eval.ts';
import { Dialog } from '@chakra-ui/react';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { EditedFields, type Listing, ListingFields, ListingForm } from '@selvedge/shared/listings';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useStore } from 'zustand';
import { useFormDraft } from '../identity/use-form-draft.ts';
import { useUser } from '../identity/use-session.ts';
import { api } from '../lib/api.ts';
import { compressPhoto } from '../lib/compress.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { FormFooter } from '../ui/form-footer.tsx';
import { tellFailure } from '../ui/tell-failure.ts';
import { toast } from '../ui/toast.ts';
import { listingTold } from './cache.ts';
import { type FormValues, listingDraft } from './draft.ts';
import { LISTINGS_KEY } from './keys.ts';
import { ListingFieldset } from './listing-fieldset.tsx';
import { PhotoField } from './photo-field.tsx';
import type { Photo } from './photos.ts';
import { uploadPhoto } from './upload-photo.ts';

const NO_PHOTOS = 'No images: Please upload at least one image';
const SOME_FAILED = 'Try the photos that failed again, or remove them.';

/** Why the photos cannot be saved yet. */
function photoProblem(photos: Photo[]): string | null {
  if (photos.length === 0) return NO_PHOTOS;
  return photos.some(({ state }) => state.kind === 'failed') ? SOME_FAILED : null;
}

const urlsOf = (photos: Photo[]): string[] =>
  photos.flatMap(({ state }) => (state.kind === 'sent' ? [state.url] : []));

const PHOTO_PORTS = {
  compress: compressPhoto,
  upload: uploadPhoto,
  newId: () => crypto.randomUUID(),
  previewOf: (file: Blob) => URL.createObjectURL(file),
};

/** The form, its photos, and their draft. @param edited the listing as it was when the form was opened */
function useListingForm(edited: Listing | undefined, kept: ReturnType<typeof listingDraft>) {
  const [typed] = useState(kept.load);
  const form = useForm<FormValues>({
    // The form submits the texts: its schema parses them for validation, and the server parses them again.
    resolver: standardSchemaResolver(edited ? EditedFields : ListingFields) as never,
    defaultValues: typed,
  });
  const [photos] = useState(() => kept.photos(PHOTO_PORTS));
  useFormDraft(form, kept, edited !== undefined);
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
  /** The listing to edit; without it, the form makes a new one. */
  listing?: Listing;
  onClose: () => void;
}

/** The form of a listing. A new listing's draft stays until it is saved; an edit is dropped when the form is closed. */
export default function ListingDialog({ listing, onClose }: ListingDialogProps) {
  const queries = useQueryClient();
  const texts = TEXTS[listing ? 'edit' : 'create'];
  const user = useUser();
  // Live changes must not overwrite what is typed, nor may another sign-in change whose draft it is.
  const [{ edited, draft }] = useState(() => ({
    edited: listing,
    draft: listingDraft(user?.id ?? '', listing),
  }));
  const { form, photos } = useListingForm(edited, draft);
  const list = useStore(photos.store, (state) => state.photos);
  const [isTried, setTried] = useState(false);
  const isCarrying = useRef(false);
  const { isSubmitting } = form.formState;
  const error = isTried ? photoProblem(list) : null;

  const save = async () => {
    // Uploads that are under way finish first.
    await photos.settled();
    const { photos: sent } = photos.store.getState();
    if (photoProblem(sent)) return;
    const body = { ...form.getValues(), images: urlsOf(sent) };
    try {
      if (listing) listingTold(queries, await api<Listing>('PUT', `/api/listings/${listing.id}`, body));
      else await draft.post<Listing>('/api/listings', body, ListingForm);
    } catch (problem) {
      tellFailure(problem, texts.failed);
      return;
    }
    draft.clear();
    toast.success(texts.done);
    if (!listing) await queries.invalidateQueries({ queryKey: [LISTINGS_KEY] });
    onClose();
  };
  const submit = (event: React.FormEvent) => {
    setTried(true);
    void form.handleSubmit(save)(event);
  };

  return (
    <DialogFrame
      size="form"
      onClose={onClose}
      // While a photo is being moved, Escape puts it back and the form stays open.
      onEscape={() => isCarrying.current}
      hasEdits={list !== photos.store.getInitialState().photos}
    >
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>{texts.title}</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5">
          <PhotoField
            photos={photos}
            error={error}
            onCarry={(isCarried) => {
              isCarrying.current = isCarried;
            }}
          />
          <ListingFieldset form={form} isPriced={!listing} />
        </Dialog.Body>
        <FormFooter submit={texts.submit} isSubmitting={isSubmitting} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
