import * as z from 'zod';
import { address, setting, text } from '../core/setting.ts';

/** A bucket and how to reach it; requests name the bucket in their path. */
export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const bucketName = z.string().regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket');

const ENDPOINT = setting(address().optional(), 'https://s3.example.com');
const REGION = setting(text.optional(), 'us-east-1');
const KEY_ID = setting(text.optional(), 'the id of an access key');
const KEY = setting(text.optional(), 'the secret of that access key');

export const S3_VARIABLES = {
  S3_ENDPOINT: ENDPOINT,
  S3_BUCKET: setting(bucketName.optional(), 'shop-photos'),
  S3_REGION: REGION,
  S3_ACCESS_KEY_ID: KEY_ID,
  S3_SECRET_ACCESS_KEY: KEY,
};
export const BACKUP_S3_VARIABLES = {
  BACKUP_S3_ENDPOINT: ENDPOINT,
  BACKUP_S3_BUCKET: setting(bucketName.optional(), 'shop-backups'),
  BACKUP_S3_REGION: REGION,
  BACKUP_S3_ACCESS_KEY_ID: KEY_ID,
  BACKUP_S3_SECRET_ACCESS_KEY: KEY,
};
type Name = keyof typeof S3_VARIABLES | keyof typeof BACKUP_S3_VARIABLES;
type Variables = Partial<Record<Name, string | undefined>>;
type Prefix = 'S3' | 'BACKUP_S3';

const required = (set: Variables, prefix: Prefix) => [
  set[`${prefix}_ENDPOINT`],
  set[`${prefix}_BUCKET`],
  set[`${prefix}_ACCESS_KEY_ID`],
  set[`${prefix}_SECRET_ACCESS_KEY`],
];

export function isCompleteS3(set: Variables, prefix: Prefix): boolean {
  return (
    required(set, prefix).every((value) => value !== undefined) ||
    [...required(set, prefix), set[`${prefix}_REGION`]].every((value) => value === undefined)
  );
}

export function s3Settings(set: Variables, prefix: Prefix): S3Settings | null {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = required(set, prefix);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  const region = set[`${prefix}_REGION`] ?? 'us-east-1';
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey };
}
