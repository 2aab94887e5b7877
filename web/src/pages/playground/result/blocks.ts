import { isRecord } from '../../../api/isRecord.ts';
import { jsonOf } from '../json.ts';

/** A displayable part of a result. */
export type Block =
  | { readonly kind: 'text' | 'note'; readonly text: string }
  /** JSON sent as text. */
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | (Bytes & { readonly kind: 'picture' | 'sound' | 'file' });

type Bytes = {
  /** A caption. */
  readonly text: string;
  readonly mediaType: string;
  readonly base64: string;
};

const BASE64_CHARS_PER_BYTE = 4 / 3;

const sizeOf = (base64: unknown): string =>
  typeof base64 === 'string'
    ? `about ${Math.ceil(base64.length / BASE64_CHARS_PER_BYTE).toLocaleString('en')} bytes`
    : '';

const note = (...parts: readonly unknown[]): { readonly kind: 'note'; readonly text: string } => ({
  kind: 'note',
  text: parts.filter((part) => typeof part === 'string' && part !== '').join(', '),
});

/** Media types that browsers display and that can't run code; others become files. */
const SHOWN: Readonly<Record<string, 'picture' | 'sound'>> = {
  ...{ 'image/png': 'picture', 'image/jpeg': 'picture', 'image/gif': 'picture', 'image/webp': 'picture' },
  ...{ 'image/avif': 'picture', 'audio/wav': 'sound', 'audio/x-wav': 'sound', 'audio/wave': 'sound' },
  ...{ 'audio/mpeg': 'sound', 'audio/mp3': 'sound', 'audio/ogg': 'sound', 'audio/webm': 'sound' },
  ...{ 'audio/mp4': 'sound', 'audio/aac': 'sound', 'audio/flac': 'sound' },
};

const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;

function isBase64(text: string): boolean {
  if (!BASE64.test(text)) return false;
  try {
    atob(text);
    return true;
  } catch {
    // Not base64, because the length is invalid.
    return false;
  }
}

function file(name: string, mediaType: unknown, base64: unknown): Block {
  const summary = note(name, mediaType, sizeOf(base64));
  if (typeof base64 !== 'string' || !isBase64(base64)) return summary;
  const type = typeof mediaType === 'string' ? mediaType.split(';')[0]?.trim().toLowerCase() : undefined;
  const kind = type !== undefined && Object.hasOwn(SHOWN, type) ? (SHOWN[type] ?? 'file') : 'file';
  return { kind, text: summary.text, mediaType: type ?? 'application/octet-stream', base64 };
}

function text(value: string): Block {
  const json = jsonOf(value);
  return json === null ? { kind: 'text', text: value } : { kind: 'json', value: json };
}

/** The parts of a result with text or files; null for plain data. */
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
  const { type, mimeType, data, resource } = block;
  if (type === 'text' && typeof block['text'] === 'string') return text(block['text']);
  if (type === 'image') return file('Image', mimeType, data);
  if (type === 'audio') return file('Audio', mimeType, data);
  if (type === 'resource_link') return link(block);
  if (type === 'resource' && isRecord(resource)) return embedded(resource);
  return note('Content that can’t be displayed', type);
}

function embedded({ uri, mimeType, blob, text: plain }: Content): Block {
  if (typeof plain === 'string') return text(plain);
  return file(typeof uri === 'string' ? `Resource ${uri}` : 'Resource', mimeType, blob);
}

/** Shows a resource link. Only web URLs become links; a resource's URI may have any scheme. */
function link({ name, title, uri }: Content): Block {
  const called = typeof title === 'string' ? title : name;
  const summary = note('Resource link', called, uri);
  return typeof uri === 'string' && /^https?:\/\//i.test(uri)
    ? { kind: 'link', text: summary.text, href: uri }
    : summary;
}
