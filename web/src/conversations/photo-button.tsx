import { IconButton } from '@chakra-ui/react';
import { useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { PHOTO_TYPES } from './photo-errors.ts';

/** Lets photos be chosen; a phone offers its camera, too. */
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
        accept={PHOTO_TYPES.join(',')}
        multiple
        aria-label="Photos"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
