import { isRecord } from '../../core/lib/json.ts';
import { type BodyDocument, bytesOf, type EncodedBody, encodeForm, JSON_TYPE } from './formBody.ts';
import { encodeMultipart } from './multipart.ts';
import { textOf } from './template.ts';
import { UnusableInput } from './wireRequest.ts';

const membersOf = (value: unknown): Record<string, unknown> => {
  if (!isRecord(value)) throw new UnusableInput('Input "body" must be an object');
  return value;
};

const mediaOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

const isTextual = (media: string): boolean => media.startsWith('text/') || /[/+](xml|graphql|yaml)$/.test(media);

/** The body in the media type that the operation declares. @throws UnusableInput */
export const encodeRequestBody = (document: BodyDocument, value: unknown): EncodedBody => {
  const { contentType, encoding = {}, files = [] } = document;
  const media = mediaOf(contentType);
  if (media === JSON_TYPE || media.endsWith('+json')) return { contentType, body: JSON.stringify(value) };
  if (media === 'application/x-www-form-urlencoded')
    return { contentType, body: encodeForm(membersOf(value), encoding) };
  if (media === 'multipart/form-data') return encodeMultipart(membersOf(value), { encoding, files: new Set(files) });
  if (isTextual(media)) return { contentType, body: textOf(value) };
  return { contentType, body: bytesOf('body', value) };
};
