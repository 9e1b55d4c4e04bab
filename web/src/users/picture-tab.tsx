import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { HEIC_NAMES } from '../lib/photo-types.ts';
import { Face } from '../ui/face.tsx';
import { toast } from '../ui/toast.ts';
import { cropCircle, isCropped } from './crop-circle.ts';
import { removePicture, uploadPicture } from './profile-picture.ts';
import type { SettingsTabProps } from './settings-tab.ts';

const FAILED = 'Failed to update profile picture';
const UPDATED = 'Profile picture updated. It may take a few minutes to reflect.';

type Step =
  | { kind: 'shown' }
  | { kind: 'chosen'; picture: Blob }
  | { kind: 'sending'; picture: Blob | null; part: number };

/** An object URL for a picture, revoked when the component no longer needs it. */
function useAddress(picture: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const url = URL.createObjectURL(picture);
    setAddress(url);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(url);
    };
  }, [picture]);
  return address;
}

function usePicture() {
  const [step, setStep] = useState<Step>({ kind: 'shown' });
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (back: Step, work: () => Promise<void>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error, FAILED));
      setStep(back);
    }
  };
  const done = () => {
    setStep({ kind: 'shown' });
    toast.success(UPDATED);
  };
  return {
    step,
    problem,
    choose: (file: File) =>
      attempt({ kind: 'shown' }, async () => setStep({ kind: 'chosen', picture: await cropCircle(file) })),
    upload: (picture: Blob) =>
      attempt({ kind: 'chosen', picture }, async () => {
        setStep({ kind: 'sending', picture, part: 0 });
        await uploadPicture(picture, (part) => setStep({ kind: 'sending', picture, part }));
        done();
      }),
    remove: () =>
      attempt({ kind: 'shown' }, async () => {
        setStep({ kind: 'sending', picture: null, part: 0 });
        await removePicture();
        done();
      }),
    cancel: () => setStep({ kind: 'shown' }),
  };
}

function wordsFor(picture: Blob | null): string {
  if (!picture) return 'A picture up to 10 MB. Its middle is shown, as a circle.';
  if (isCropped(picture)) return 'This is how others will see you.';
  return 'This browser cannot show such a photo. Others will see its middle, as a circle.';
}

/** The tab of the settings for one's picture: choose, preview, upload. */
export function PictureTab({ user }: SettingsTabProps) {
  const input = useRef<HTMLInputElement>(null);
  const { step, problem, choose, upload, remove, cancel } = usePicture();
  const picture = step.kind === 'shown' ? null : step.picture;
  const preview = useAddress(picture && isCropped(picture) ? picture : null);
  const isSending = step.kind === 'sending';
  return (
    <Flex direction="column" align="center" gap="5" textAlign="center">
      {preview ? (
        <chakra.img src={preview} alt="How others will see you" boxSize="40" borderRadius="full" />
      ) : (
        <Face person={user} size="settings" />
      )}
      <Text textStyle="sm" color="fg.muted">
        {wordsFor(picture)}
      </Text>
      {problem ? (
        <Text role="alert" textStyle="sm" color="fg.error">
          {problem}
        </Text>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        accept={`image/*,${HEIC_NAMES}`}
        aria-label="Profile picture"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Cleared, so that the same file can be chosen again after it was refused.
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
      {step.kind === 'sending' ? (
        <progress aria-label="Sending your picture" max={1} value={step.part} />
      ) : null}
      <Flex gap="3" wrap="wrap" justify="center">
        {step.kind === 'shown' ? (
          <>
            <Button colorPalette="indigo" onClick={() => input.current?.click()}>
              Choose Picture
            </Button>
            {user.profileImageUrl ? (
              <Button variant="outline" onClick={() => void remove()}>
                Remove Picture
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button variant="outline" onClick={cancel} disabled={isSending}>
              Cancel
            </Button>
            <Button
              colorPalette="indigo"
              disabled={isSending}
              onClick={() => step.kind === 'chosen' && void upload(step.picture)}
            >
              {isSending ? 'Saving...' : 'Save Picture'}
            </Button>
          </>
        )}
      </Flex>
    </Flex>
  );
}
