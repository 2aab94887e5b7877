import { isRecord } from '../../api/isRecord.ts';
import { prettyIfJson } from './json.ts';

/** A part of a result as people see it: its text, a picture, or a note on what cannot be shown. */
export type Block =
  | { readonly kind: 'text' | 'note'; readonly text: string }
  | {
      readonly kind: 'picture';
      /** What it is in words. */
      readonly text: string;
      /** Its `data:` address. */
      readonly source: string;
    };

const BASE64_CHARS_PER_BYTE = 4 / 3;

const sizeOf = (base64: unknown): string =>
  typeof base64 === 'string'
    ? `about ${Math.ceil(base64.length / BASE64_CHARS_PER_BYTE).toLocaleString('en')} bytes`
    : '';

const note = (...parts: readonly unknown[]): Block => ({
  kind: 'note',
  text: parts.filter((part) => typeof part === 'string' && part !== '').join(', '),
});

/** Pictures that every browser shows, and that run nothing. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

function file(name: string, mediaType: unknown, base64: unknown): Block {
  const said = note(name, mediaType, sizeOf(base64));
  if (typeof mediaType !== 'string' || typeof base64 !== 'string' || !PICTURES.has(mediaType)) return said;
  return { kind: 'picture', text: said.text, source: `data:${mediaType};base64,${base64}` };
}

const text = (value: string): Block => ({ kind: 'text', text: prettyIfJson(value) ?? value });

/** The parts of a result that holds text or files; null for data, which is best read as it is. */
export function blocksOf(result: Readonly<Record<string, unknown>>): readonly Block[] | null {
  const { content, text: plain, data_base64: data, content_type: type } = result;
  if (Array.isArray(content) && content.length > 0 && content.every(isBlock)) return content.map(toBlock);
  if (typeof plain === 'string' && Object.keys(result).length === 1) return [text(plain)];
  if (typeof data === 'string') return [file('File', type, data)];
  return null;
}

type Content = Readonly<Record<string, unknown>>;

const isBlock = (value: unknown): value is Content => isRecord(value) && typeof value['type'] === 'string';

function toBlock(block: Content): Block {
  const { type, mimeType, data, uri, name, resource } = block;
  if (type === 'text' && typeof block['text'] === 'string') return text(block['text']);
  if (type === 'image') return file('Image', mimeType, data);
  if (type === 'audio') return note('Sound', mimeType, sizeOf(data));
  if (type === 'resource_link') return note('Link to a resource', name, uri);
  if (type === 'resource' && isRecord(resource)) {
    return typeof resource['text'] === 'string'
      ? text(resource['text'])
      : note('Resource', resource['uri'], resource['mimeType'], sizeOf(resource['blob']));
  }
  return note('Something that cannot be shown as text', type);
}
