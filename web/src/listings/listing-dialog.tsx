import '../lib/no-eval.ts';
import { Button, Dialog } from '@chakra-ui/react';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Listing, ListingFields } from '@selvedge/shared/listings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useStore } from 'zustand';
import { api, messageOf } from '../lib/api.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { compressPhoto } from './compress.ts';
import { clearDraft, type FormValues, loadDraft, saveDraft } from './draft.ts';
import { LISTINGS_KEY } from './keys.ts';
import { ListingFieldset } from './listing-fieldset.tsx';
import { PhotoField } from './photo-field.tsx';
import { createPhotos, type Photo } from './photos.ts';
import { uploadPhoto } from './upload-photo.ts';

const NO_PHOTOS = 'No images: Please upload at least one image';
const SOME_FAILED = 'Try the photos that failed again, or remove them.';

/** What keeps the photos from being saved. */
function photoProblem(photos: Photo[]): string | null {
  if (photos.length === 0) return NO_PHOTOS;
  return photos.some(({ state }) => state.kind === 'failed') ? SOME_FAILED : null;
}

const urlsOf = (photos: Photo[]): string[] =>
  photos.flatMap(({ state }) => (state.kind === 'sent' ? [state.url] : []));

/** The form, the photos, and their draft. */
function useListingForm() {
  const draft = useMemo(loadDraft, []);
  const form = useForm<FormValues>({
    // The schema reads texts and gives what the server wants; the server gets the texts and reads them itself.
    resolver: standardSchemaResolver(ListingFields) as never,
    defaultValues: draft.values,
  });
  const photos = useMemo(
    () =>
      createPhotos(
        {
          compress: compressPhoto,
          upload: uploadPhoto,
          newId: () => crypto.randomUUID(),
          previewOf: (file) => URL.createObjectURL(file),
        },
        draft.photos,
      ),
    [draft],
  );
  useEffect(() => {
    const save = () => saveDraft({ values: form.getValues(), photos: photos.store.getState().photos });
    const stops = [
      form.subscribe({ formState: { values: true }, callback: save }),
      photos.store.subscribe(save),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [form, photos]);
  return { form, photos };
}

/** Sell Item: the form of a new listing. What is typed in it stays until it is saved. */
export default function ListingDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { form, photos } = useListingForm();
  const list = useStore(photos.store, (state) => state.photos);
  const [isTried, setTried] = useState(false);
  const { isSubmitting } = form.formState;
  const error = isTried ? photoProblem(list) : null;

  const save = async () => {
    // Photos that are still on their way are waited for.
    await photos.settled();
    const { photos: sent } = photos.store.getState();
    if (photoProblem(sent)) return;
    try {
      await api<Listing>('POST', '/api/listings', { ...form.getValues(), images: urlsOf(sent) });
    } catch (problem) {
      toast.error('Error', messageOf(problem, 'Failed to create listing. Please try again.'));
      return;
    }
    clearDraft();
    toast.success('Listing created successfully!');
    await queries.invalidateQueries({ queryKey: [LISTINGS_KEY] });
    onClose();
  };
  const submit = (event: React.FormEvent) => {
    setTried(true);
    void form.handleSubmit(save)(event);
  };

  return (
    <DialogFrame size="form" onClose={onClose}>
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>Create Listing</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5">
          <PhotoField photos={photos} error={error} />
          <ListingFieldset form={form} />
        </Dialog.Body>
        <Dialog.Footer borderTopWidth="1px" pt="4">
          <Button type="button" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" colorPalette="indigo" disabled={isSubmitting}>
            {isSubmitting ? 'Creating...' : 'Create Listing'}
          </Button>
        </Dialog.Footer>
      </form>
    </DialogFrame>
  );
}
