import { Button, IconButton } from '@chakra-ui/react';
import { Icon } from './icon.tsx';
import { toast } from './toast.ts';

/** Only its user closes the share sheet. */
const isClosed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied');
  } catch {
    // Browsers offer the clipboard to secure pages only.
    toast.error('Error', 'The link could not be copied. Copy it from the address bar.');
  }
}

/** Opens the system's share sheet; where there is none, copies the link. */
async function share(title: string, path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  if (!('share' in navigator)) return copy(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!isClosed(error)) await copy(url);
  }
}

interface ShareButtonProps {
  /** What the link leads to. */
  title: string;
  path: string;
  /** Where there is no room for the text. */
  isIcon?: boolean;
}

export function ShareButton({ title, path, isIcon }: ShareButtonProps) {
  const press = () => void share(title, path);
  if (isIcon) {
    return (
      <IconButton aria-label="Share" variant="ghost" minH="11" minW="11" onClick={press}>
        <Icon name="share" />
      </IconButton>
    );
  }
  return (
    <Button variant="outline" minH="11" onClick={press}>
      <Icon name="share" size={18} />
      Share
    </Button>
  );
}
