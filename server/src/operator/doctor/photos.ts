import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../platform/core/errors.ts';
import { newPhotoKey } from '../../platform/media/media-key.ts';
import { S3Refusal } from '../../platform/media/s3-calls.ts';
import type { S3Settings } from '../../platform/media/s3-settings.ts';
import { createS3Store } from '../../platform/media/s3-store.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { type Finding, fail, ok, reasonOf } from './finding.ts';

const REMEDIES: Record<string, string> = {
  RequestTimeTooSkewed: 'Sync the clock of this machine with NTP: timedatectl set-ntp true',
  NoSuchBucket: 'Create the bucket, or correct S3_BUCKET.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY and S3_REGION.',
  AccessDenied: 'Allow the keys to list the bucket, and to put, read and remove its objects.',
};

function failure(step: string, error: unknown): Finding {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof S3Refusal ? cause.code : '';
  const says = cause instanceof S3Refusal ? cause.message : reasonOf(cause);
  const remedy = REMEDIES[code] ?? 'Check S3_ENDPOINT, and that the store runs.';
  return fail('photos', `A file cannot be ${step} in the bucket: ${says}.`, remedy);
}

/** Checks that the bucket stores a file, returns it unchanged, and removes it. */
export async function checkPhotos(settings: S3Settings | null, log: Logger): Promise<Finding> {
  if (!settings) return ok('photos', 'Stored in DATA_DIR/media.');
  const store = createS3Store(settings, log);
  const bytes = randomBytes(64);
  const key = newPhotoKey(randomUUID(), 'doctor', new Date());
  let step = 'put';
  try {
    await store.put(key, bytes);
    step = 'read';
    const file = await store.read(key);
    const read = file && Buffer.from(await new Response(file.body).arrayBuffer());
    if (!read?.equals(bytes)) throw new Error('it came back changed');
    step = 'removed';
    await store.remove(key);
    step = 'listed';
    await store.list(1).next();
    return ok('photos', `The bucket ${settings.bucket} stores, returns and removes files.`);
  } catch (error) {
    return failure(step, error);
  }
}
