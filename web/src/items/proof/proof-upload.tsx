import { Box, chakra, Text } from '@chakra-ui/react';
import type { Problem } from '@selvedge/shared/platform/errors';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { useState } from 'react';
import { compressPhoto } from '../../lib/compress.ts';
import { PHOTO_ACCEPT } from '../../lib/photo-types.ts';
import { uploadPhoto } from '../../lib/send-form.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDropArea } from '../../ui/use-drop-area.ts';

/** As the field for the photos of a listing (`src/listings/photos.css`). */
const DropArea = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minH: '132px',
    p: '3',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.subtle',
    color: 'fg.muted',
    textStyle: 'xs',
    textAlign: 'center',
    cursor: 'pointer',
    '&[data-over]': { borderColor: 'focus', bg: 'bg.muted' },
    '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    // Invisible and as large as its label, so that focusing it scrolls the whole label into view.
    '& input': {
      inset: '0',
      w: 'full',
      h: 'full',
      clipPath: 'none',
      opacity: '0',
      pointerEvents: 'none',
    },
    '& progress': { w: '60%', h: '1', accentColor: 'indigo.solid' },
  },
});

interface ProofUploadProps {
  /** The URL of the uploaded photo; null before. */
  image: string | null;
  /** Rejects when the photo cannot be used. */
  onUploaded: (image: string) => Promise<void> | void;
}

type State = { kind: 'idle' } | { kind: 'sending'; part: number } | { kind: 'failed'; reason: string };

function useUpload(onUploaded: ProofUploadProps['onUploaded']) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const send = async (file: File) => {
    setState({ kind: 'sending', part: 0 });
    try {
      const photo = await compressPhoto(file);
      const { url } = await uploadPhoto(photo, file.name, (part) => setState({ kind: 'sending', part }));
      await onUploaded(url);
      setState({ kind: 'idle' });
    } catch (error) {
      setState({ kind: 'failed', reason: (error as Problem).message });
    }
  };
  return { state, send };
}

/** Takes and uploads the proof photo. */
export function ProofUpload({ image, onUploaded }: ProofUploadProps) {
  const { state, send } = useUpload(onUploaded);
  const isSending = state.kind === 'sending';
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isSending) void send(file);
  };
  const [isOver, dropping] = useDropArea(choose);
  const text = isSending
    ? 'Uploading...'
    : image
      ? 'Choose another photo'
      : 'Choose the photo or drop it here';
  return (
    <Box mt="5">
      <DropArea data-over={isOver ? '' : undefined} {...dropping}>
        <input
          type="file"
          accept={PHOTO_ACCEPT}
          className="sr"
          aria-label="Proof photo"
          aria-disabled={isSending || undefined}
          onChange={({ target }) => {
            choose(target.files);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        {image ? (
          <chakra.img src={imageVariant(image, 320)} alt="Your proof" w="72px" h="96px" objectFit="cover" />
        ) : (
          <Icon name="photo" size={22} />
        )}
        {text}
        {isSending ? <progress value={state.part} aria-label="Upload of the proof photo" /> : null}
      </DropArea>
      {state.kind === 'failed' ? (
        <Text role="alert" mt="2" textStyle="xs" color="fg.error">
          {state.reason}
        </Text>
      ) : null}
    </Box>
  );
}
