import * as z from 'zod';

/** A bucket and how to reach it; requests name the bucket in their path. */
export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const text = z.string().optional();

export const S3_VARIABLES = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
};
type Variables = Partial<Record<keyof typeof S3_VARIABLES, string | undefined>>;

const required = (set: Variables) => [
  set.S3_ENDPOINT,
  set.S3_BUCKET,
  set.S3_ACCESS_KEY_ID,
  set.S3_SECRET_ACCESS_KEY,
];

/** Whether all required variables are set, or none at all. */
export const isCompleteS3 = (set: Variables): boolean =>
  required(set).every((value) => value !== undefined) ||
  [...required(set), set.S3_REGION].every((value) => value === undefined);

/** Null when pictures are stored on disk. */
export function s3Settings(set: Variables): S3Settings | null {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = required(set);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  const region = set.S3_REGION ?? 'us-east-1';
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey };
}
