import { Button, Flex, GridItem, Text } from '@chakra-ui/react';
import type { InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import { useId, useRef, useState } from 'react';
import { isUnauthorized, messageOf } from '../lib/api.ts';
import { toast } from '../ui/toast.ts';
import { useDropArea } from '../ui/use-drop-area.ts';
import { removePicture, uploadPicture } from './picture-calls.ts';
import { PicturePreview } from './picture-preview.tsx';

const TYPES = 'image/png,image/webp,image/svg+xml';

const TEXTS = {
  logo: {
    label: 'Logo',
    choose: 'Choose Logo',
    help: 'At the top of pages and e-mails. PNG, WebP or SVG up to 2 MB, at least 64 pixels high, without an empty margin.',
    failed: 'The logo could not be changed. Please try again.',
    changed: 'The logo was changed.',
    removed: 'The logo was removed.',
  },
  icon: {
    label: 'Icon',
    choose: 'Choose Icon',
    help: 'In browser tabs, on home screens and in notifications. A square PNG, WebP or SVG up to 2 MB, at least 192 pixels wide.',
    failed: 'The icon could not be changed. Please try again.',
    changed: 'The icon was changed.',
    removed: 'The icon was removed.',
  },
} as const;

/** Changes a picture, one change at a time. */
function useChange(picture: InstancePicture, onChange: (address: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const text = TEXTS[picture];
  const change = async (work: () => Promise<string>, done: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      onChange(await work());
      toast.success(done);
    } catch (error) {
      if (!isUnauthorized(error)) setProblem(messageOf(error, text.failed));
    }
    setBusy(false);
  };
  return {
    isBusy,
    problem,
    upload: (file: File) => change(() => uploadPicture(picture, file), text.changed),
    remove: () => change(async () => (await removePicture(picture))[picture], text.removed),
  };
}

interface PictureFieldProps {
  picture: InstancePicture;
  /** Empty for none. */
  address: string;
  /** Called when the server has stored the change, which applies at once. */
  onChange: (address: string) => void;
}

/** The logo or the icon of the instance, on light and dark ground, with buttons to replace and remove it. */
export function PictureField({ picture, address, onChange }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { isBusy, problem, upload, remove } = useChange(picture, onChange);
  const [isOver, dropArea] = useDropArea(([file]) => file && void upload(file));
  const { label, choose, help } = TEXTS[picture];
  const describedBy = `${id}-help ${id}-problem`;
  return (
    <GridItem colSpan={{ base: 6, md: 3 }} role="group" aria-labelledby={id}>
      <Text id={id} textStyle="sm" fontWeight="medium" mb="1.5">
        {label}
      </Text>
      <Flex
        {...dropArea}
        overflow="hidden"
        borderWidth="1px"
        borderRadius="l2"
        borderColor={isOver ? 'focus' : 'border'}
      >
        <PicturePreview picture={picture} address={address} mode="light" />
        <PicturePreview picture={picture} address={address} mode="dark" />
      </Flex>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void upload(file);
          // Reset, so that the same file can be chosen again after it was refused.
          target.value = '';
        }}
      />
      <Flex gap="2" mt="3" wrap="wrap">
        <Button
          ref={button}
          size="sm"
          variant="outline"
          aria-disabled={isBusy}
          aria-describedby={describedBy}
          onClick={() => isBusy || input.current?.click()}
        >
          {isBusy ? 'Saving...' : choose}
        </Button>
        {address ? (
          <Button
            size="sm"
            variant="ghost"
            aria-disabled={isBusy}
            onClick={() => {
              // This button will be gone.
              button.current?.focus();
              void remove();
            }}
          >
            Remove {label}
          </Button>
        ) : null}
      </Flex>
      <Text id={`${id}-problem`} role="alert" mt={problem ? '1.5' : '0'} textStyle="sm" color="fg.error">
        {problem}
      </Text>
      <Text id={`${id}-help`} mt="1.5" textStyle="xs" color="fg.muted">
        {help} It applies at once.
      </Text>
    </GridItem>
  );
}
