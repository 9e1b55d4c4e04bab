import { Button } from '@chakra-ui/react';
import { messageOf } from '../lib/api.ts';
import { toast } from './toast.ts';

/** Browsers offer the clipboard to secure pages only. */
const canCopy = 'clipboard' in navigator;

/** Copies a text; nothing where the browser cannot. @param copied the toast that confirms it */
export function CopyButton({ text, copied }: { text: string; copied: string }) {
  if (!canCopy) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(copied);
    } catch (error) {
      toast.error('Error', messageOf(error, 'That did not work. Please try again.'));
    }
  };
  return (
    <Button variant="outline" onClick={() => void copy()}>
      Copy
    </Button>
  );
}
