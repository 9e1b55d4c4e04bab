import { Flex, IconButton } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import './added-photos.css';

/** The picture of a file; an icon, if the browser cannot display its format. */
function Preview({ file, label }: { file: File; label: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  if (url) return <img src={url} alt={label} onError={() => setUrl(null)} />;
  return (
    <div role="img" aria-label={label}>
      <Icon name="photo" />
    </div>
  );
}

interface AddedPhotosProps {
  photos: readonly File[];
  onRemove: (photo: File) => void;
}

/** Photos that were pasted or dropped, and are sent with the next message. */
export function AddedPhotos({ photos, onRemove }: AddedPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <Flex as="ul" aria-label="Photos to send" gap="2" wrap="wrap" mb="2" maxH="40" overflowY="auto">
      {photos.map((photo, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file can be added twice.
        <li key={`${photo.name} ${photo.lastModified} ${i}`} className="added-photo">
          <Preview file={photo} label={`Photo ${i + 1}, ${photo.name}`} />
          <IconButton
            type="button"
            size="xs"
            aria-label={`Remove photo ${i + 1}`}
            onClick={() => onRemove(photo)}
          >
            <Icon name="x" size={14} />
          </IconButton>
        </li>
      ))}
    </Flex>
  );
}
