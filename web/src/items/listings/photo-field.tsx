import { Flex, Text } from '@chakra-ui/react';
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { LISTING_LIMITS } from '@selvedge/shared/platform/limits';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { pastedFiles } from '../../lib/pasted-files.ts';
import { PHOTO_ACCEPT } from '../../lib/photo-types.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDropArea } from '../../ui/use-drop-area.ts';
import { type Photo, type Photos, storedPreview } from './photos.ts';
import './photos.css';

/** A press becomes a drag after this many pixels, so that a click stays a click. */
const DRAG_PX = 4;

interface PictureProps {
  photo: Photo;
  label: string;
}

/**
 * Formats that the browser cannot display, such as HEIC in most, appear once the server has converted them.
 */
function Picture({ photo: { preview, state }, label }: PictureProps) {
  const [unreadable, setUnreadable] = useState<string[]>([]);
  const stored = state.kind === 'sent' ? [storedPreview(state.url)] : [];
  const src = [preview, ...stored].find((one) => !unreadable.includes(one));
  if (src === undefined) {
    return (
      <div role="img" aria-label={label} className="photo-unseen">
        <Icon name="photo" />
      </div>
    );
  }
  return <img src={src} alt={label} draggable={false} onError={() => setUnreadable([...unreadable, src])} />;
}

interface TileProps {
  photo: Photo;
  index: number;
  photos: Photos;
}

function Tile({ photo, index, photos }: TileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: photo.id,
    });
  const number = index + 1;
  const { state } = photo;
  return (
    <li
      ref={setNodeRef}
      className={state.kind === 'failed' ? 'photo is-failed' : 'photo'}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <Picture photo={photo} label={`Photo ${number}, ${photo.name}`} />
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="photo-button move"
        {...attributes}
        {...listeners}
        aria-label={`Move photo ${number}`}
      >
        <Icon name="grip" size={18} />
      </button>
      <button
        type="button"
        className="photo-button remove"
        aria-label={`Remove photo ${number}`}
        onClick={() => photos.removed(photo.id)}
      >
        <Icon name="x" size={15} />
      </button>
      {state.kind === 'failed' ? (
        <button
          type="button"
          className="photo-button retry"
          aria-label={`Retry photo ${number}`}
          onClick={() => photos.retried(photo.id)}
        >
          <Icon name="retry" />
        </button>
      ) : null}
      {index === 0 ? <span className="tab photo-cover">Cover</span> : null}
      {state.kind === 'sending' ? (
        <progress aria-label={`Uploading photo ${number}`} max={1} value={state.part} />
      ) : null}
    </li>
  );
}

function AddTile({ photos, isOnly, isMissing }: { photos: Photos; isOnly: boolean; isMissing: boolean }) {
  const [isOver, dropping] = useDropArea((files) => photos.chosen([...files]));
  return (
    <li style={{ display: 'contents' }}>
      <label
        className={`photo-add${isOnly ? ' is-only' : ''}${isMissing ? ' is-missing' : ''}${isOver ? ' is-over' : ''}`}
        {...dropping}
      >
        <input
          type="file"
          className="sr"
          accept={PHOTO_ACCEPT}
          multiple
          aria-label="Add photos"
          aria-invalid={isMissing || undefined}
          onChange={(event) => {
            photos.chosen([...(event.target.files ?? [])]);
            // Reset, so that the same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
        <Icon name="plus" size={22} />
        {isOnly ? 'Choose up to 8 photos or drop them here. JPG, PNG up to 10MB' : 'Add'}
      </label>
    </li>
  );
}

/** Pictures pasted anywhere in the form become photos; text goes to the cursor. */
function usePastedPhotos(photos: Photos): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pictures = pastedFiles(event).filter(({ type }) => type.startsWith('image/'));
      if (pictures.length > 0) photos.chosen(pictures);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [photos]);
}

interface PhotoFieldProps {
  photos: Photos;
  /** The error of the photos as a whole. */
  error: string | null;
  /** Called when a photo is picked up, and when it is dropped. */
  onCarry: (isCarried: boolean) => void;
}

/**
 * A listing's photos: chosen, dropped or pasted, and reordered by pointer or keyboard; the first is the
 * cover.
 */
export function PhotoField({ photos, error, onCarry }: PhotoFieldProps) {
  const { photos: list, problem } = useStore(photos.store);
  usePastedPhotos(photos);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: string | number) => `position ${list.findIndex((photo) => photo.id === id) + 1}`;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    onCarry(false);
    if (over && active.id !== over.id) photos.moved(String(active.id), String(over.id));
  };
  const failures = list.flatMap(({ id, state }) =>
    state.kind === 'failed' ? [{ id, text: state.reason }] : [],
  );
  const notes = [error, problem].flatMap((text) => (text ? [{ id: text, text }] : []));
  return (
    <fieldset>
      <Flex justify="space-between" align="baseline" mb="2">
        <Text as="legend" textStyle="label">
          Photos
        </Text>
        <Text textStyle="xs" color="fg.subtle">
          {list.length} of {LISTING_LIMITS.images}
        </Text>
      </Flex>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragStart={() => onCarry(true)}
        onDragEnd={onDragEnd}
        onDragCancel={() => onCarry(false)}
        accessibility={{
          announcements: {
            onDragStart: ({ active }) => `Picked up the photo at ${place(active.id)}.`,
            onDragOver: ({ over }) => (over ? `Over ${place(over.id)}.` : undefined),
            onDragEnd: ({ over }) => (over ? `Dropped at ${place(over.id)}.` : 'Put back.'),
            onDragCancel: () => 'Put back.',
          },
        }}
      >
        <SortableContext items={list} strategy={rectSortingStrategy}>
          <ul className="photos">
            {list.map((photo, index) => (
              <Tile key={photo.id} photo={photo} index={index} photos={photos} />
            ))}
            {list.length < LISTING_LIMITS.images ? (
              <AddTile photos={photos} isOnly={list.length === 0} isMissing={error !== null} />
            ) : null}
          </ul>
        </SortableContext>
      </DndContext>
      {[...notes, ...failures].map(({ id, text }) => (
        <Text key={id} role="alert" mt="2" textStyle="xs" color="fg.error">
          {text}
        </Text>
      ))}
    </fieldset>
  );
}
