import { type DragEvent, useState } from 'react';

/** Accepts files that are dropped on an element. @returns whether files are over it, and its event handlers */
export function useDropArea(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onFiles(event.dataTransfer.files);
    },
  };
  return [isOver, handlers] as const;
}
