import type { EmbeddingsSettings } from '../connectors/models/embeddings.ts';
import { withoutTrailingSlashes } from '../core/lib/trim.ts';
import { decodedPart } from './values.ts';

const FORM =
  'must be https://:key@host/v1?model=name, without :key@ if the service needs none, and with the key in ASCII';
const MODEL = /^[\x21-\x7e]{1,200}$/;
const KEY = /^[\x21-\x7e]+$/;

/** Parses `TOOLYARD_EMBEDDINGS_URL`. @throws Error that may be shown */
export function parseEmbeddingsUrl(text: string): EmbeddingsSettings {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '' || url.username !== '') throw new Error(FORM);
  const { model = '', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !MODEL.test(model)) throw new Error(FORM);
  const key = url.password === '' ? null : decodedPart(url.password, KEY, FORM);
  return { url: withoutTrailingSlashes(`${url.origin}${url.pathname}`), model, key };
}
