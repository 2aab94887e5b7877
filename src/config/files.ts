import type { BucketSettings } from '../store/fileBucket.ts';
import { decodedPart } from './values.ts';

const FORM =
  'must be https://key:secret@host/bucket, with an optional prefix after the bucket, ?region=name, and ?style=host for a bucket in the host name; key and secret percent-encoded';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_PART = /^[\w.-]{1,100}$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const KEY = /^[\x21-\x7e]{1,256}$/;
const REGION_DEFAULT = 'us-east-1';

/** Parses `TOOLYARD_FILES_URL`. @throws Error that may be shown */
export function parseFilesUrl(text: string): BucketSettings {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') throw new Error(FORM);
  const { region = REGION_DEFAULT, style = 'path', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !REGION.test(region) || !['path', 'host'].includes(style))
    throw new Error(FORM);
  const [bucket = '', ...prefix] = url.pathname.split('/').filter((part) => part !== '');
  if (!BUCKET.test(bucket) || !prefix.every((part) => PREFIX_PART.test(part) && !/^\.+$/.test(part)))
    throw new Error(FORM);
  const base = style === 'host' ? `${url.protocol}//${bucket}.${url.host}` : `${url.origin}/${bucket}`;
  return {
    base: [base, ...prefix].join('/'),
    region,
    accessKeyId: decodedPart(url.username, KEY, FORM),
    secretAccessKey: decodedPart(url.password, KEY, FORM),
  };
}
