import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { HEIC_NAMES } from '../lib/photo-types.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { toast } from '../ui/toast.ts';
import { UserAvatar } from '../ui/user-avatar.tsx';
import { type CropArea, canCrop, cropCircle, isCropped } from './crop-circle.ts';
import { PictureCropper } from './picture-cropper.tsx';
import { removePicture, uploadPicture } from './profile-picture.ts';
import type { SettingsTabProps } from './settings-tab.ts';

const FAILED = 'Failed to update profile picture';
const UPDATED = 'Profile picture updated. It may take a few minutes to reflect.';

type Step =
  | { kind: 'shown' }
  /** `area` is null until the picture is visible. */
  | { kind: 'cropping'; file: File; area: CropArea | null }
  /** A HEIC photo that this browser cannot read: the server crops it. */
  | { kind: 'unreadable'; file: File }
  | { kind: 'sending'; picture: Blob | null; part: number };

/** An object URL for a picture, revoked when the component no longer needs it. */
function useObjectUrl(picture: Blob | null): string | null {
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

/** The picture to upload. */
async function pictureOf(step: Step): Promise<Blob | null> {
  if (step.kind === 'unreadable') return step.file;
  return step.kind === 'cropping' && step.area ? cropCircle(step.file, step.area) : null;
}

function usePicture() {
  const [step, setStep] = useState<Step>({ kind: 'shown' });
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  const attempt = async (back: Step, work: () => Promise<void>) => {
    // The picture is cropped before the step says that it is sent.
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
      setProblem(null);
    } catch (error) {
      const failure = messageOf(error, FAILED);
      setProblem(failure);
      toast.error('Error', failure);
      setStep(back);
    } finally {
      isBusy.current = false;
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
      attempt({ kind: 'shown' }, async () =>
        setStep(
          (await canCrop(file)) ? { kind: 'cropping', file, area: null } : { kind: 'unreadable', file },
        ),
      ),
    moved: (area: CropArea) => setStep((now) => (now.kind === 'cropping' ? { ...now, area } : now)),
    save: () =>
      attempt(step, async () => {
        const picture = await pictureOf(step);
        if (!picture) return;
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

function captionFor(picture: Blob | null): string {
  if (!picture) return 'Up to 10 MB. We crop the center to a circle.';
  if (isCropped(picture)) return 'This is how others will see you.';
  return "This browser can't display this photo. Others will see its center, cropped to a circle.";
}

/** The settings tab for the profile picture: choose, crop, upload. */
export function PictureTab({ user }: SettingsTabProps) {
  const input = useRef<HTMLInputElement>(null);
  const { step, problem, choose, moved, save, remove, cancel } = usePicture();
  const isSending = step.kind === 'sending';
  const original = useObjectUrl(step.kind === 'cropping' ? step.file : null);
  const picture = step.kind === 'sending' ? step.picture : step.kind === 'unreadable' ? step.file : null;
  const preview = useObjectUrl(picture && isCropped(picture) ? picture : null);
  return (
    <Flex direction="column" align="center" gap="5" textAlign="center">
      {step.kind === 'cropping' && original ? (
        <PictureCropper key={original} src={original} area={step.area} onChange={moved} />
      ) : preview ? (
        <chakra.img src={preview} alt="How others will see you" boxSize="40" borderRadius="full" />
      ) : (
        <UserAvatar person={user} size="settings" />
      )}
      {step.kind === 'cropping' ? null : (
        <Text textStyle="sm" color="fg.muted">
          {captionFor(picture)}
        </Text>
      )}
      <ProblemNote text={problem} isPast={isSending} />
      <input
        ref={input}
        type="file"
        hidden
        accept={`image/*,${HEIC_NAMES}`}
        aria-label="Profile picture"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Reset, so that the same file can be chosen again after it was refused.
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
      {step.kind === 'sending' ? (
        <progress aria-label="Uploading your picture" max={1} value={step.part} />
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
              disabled={isSending || (step.kind === 'cropping' && !step.area)}
              onClick={() => void save()}
            >
              {isSending ? 'Saving...' : 'Save Picture'}
            </Button>
          </>
        )}
      </Flex>
    </Flex>
  );
}
