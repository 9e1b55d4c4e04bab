import { IconButton } from '@chakra-ui/react';
import { useRef } from 'react';
import { PHOTO_ACCEPT } from '../../lib/photo-types.ts';
import { Icon } from '../../ui/icon.tsx';

/** Opens the file chooser for photos; phones also offer the camera. */
export function PhotoButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton variant="ghost" aria-label="Add photos" onClick={() => input.current?.click()}>
        <Icon name="photo" />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={PHOTO_ACCEPT}
        multiple
        aria-label="Photos"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Reset, so that the same file can be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
