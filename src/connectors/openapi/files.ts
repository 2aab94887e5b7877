import { isRecord } from '../../core/lib/json.ts';
import { parseDocument } from '../../core/marketplace/documentText.ts';
import type { OpenApiNode } from './document.ts';
import { type DocumentPart, keywordIn, partsWithin } from './references.ts';

/** A further file of a document by its absolute address; `text` is null if the file cannot be read. */
export type DocumentFile = { readonly address: string; readonly text: string | Uint8Array | null };
/** A parsed file; `value` is undefined if the file can't be parsed. */
export type ParsedFile = { readonly address: string; readonly value: unknown };

/** The key under which a document holds its further files. `prune.ts` uses it too. */
export const FILES_KEY = 'x-toolyard-files';

/** A reference to another file: its address, and the fragment with its `#`; null for one within the same file. */
function splitRef(ref: string, base: string): { readonly address: string; readonly fragment: string } | null {
  if (ref.startsWith('#')) return null;
  const url = URL.parse(ref, base);
  if (url === null) return null;
  const { hash } = url;
  url.hash = '';
  return { address: url.href, fragment: hash };
}

/** Whether a file belongs to a document: it has the same origin, or on this machine is in the document's folder. */
export function isOfDocument(address: string, root: string): boolean {
  const [url, own] = [URL.parse(address), URL.parse(root)];
  if (url === null || own === null || url.protocol !== own.protocol || url.username !== '') return false;
  return url.protocol === 'file:' ? url.href.startsWith(new URL('.', own).href) : url.origin === own.origin;
}

type Root = { readonly address: string; readonly keys: ReadonlyMap<string, string> };

/** A copy of a file whose references point to the document's embedded files. */
function rewritten(part: DocumentPart, base: string, own: string, root: Root, missing: Set<string>): unknown {
  const { value } = part;
  if (typeof value !== 'object' || value === null) return value;
  const inner = new Map(partsWithin(part));
  const copyOf = (key: string, member: unknown): unknown => {
    const each = inner.get(key);
    return each ? rewritten(each, base, own, root, missing) : member;
  };
  if (Array.isArray(value)) return value.map((member, at) => copyOf(String(at), member));
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(key, member)]));
  const ref = keywordIn(part, '$ref');
  if (ref !== null) copy['$ref'] = placeOf(ref, base, own, root, missing);
  return copy;
}

/** The target of a reference within the document and its files; unchanged if none contains it. */
function placeOf(ref: string, base: string, own: string, root: Root, missing: Set<string>): string {
  const split = splitRef(ref, base);
  if (split === null) return own === '' ? ref : `${own}${ref.slice(1)}`;
  const { address, fragment } = split;
  if (address === root.address) return fragment === '' ? '#' : fragment;
  const key = root.keys.get(address);
  if (key !== undefined) return `#/${FILES_KEY}/${key}${fragment.slice(1)}`;
  if (isOfDocument(address, root.address)) missing.add(address);
  return ref;
}

/** The addresses of the document's other files that this file refers to. `root` is the document's own address. */
export function filesNamedIn({ address, value }: ParsedFile, root: string): ReadonlySet<string> {
  const named = new Set<string>();
  rewritten({ value, isNames: false }, address, '', { address: root, keys: new Map() }, named);
  return named;
}

/**
 * A document with its files embedded, and the addresses of referenced files that are still missing. References to
 * unreadable files stay unchanged. Tested by `test/connectors/import/documentFiles.test.ts`.
 */
export function withFiles(document: OpenApiNode, address: string, files: readonly ParsedFile[]) {
  const parsed = new Map(files.map((file) => [file.address, file.value]));
  const readable = [...parsed].filter(([, value]) => value !== undefined);
  const keys = new Map(readable.map(([each], at) => [each, `f${at}`]));
  const missing = new Set<string>();
  const root = { address, keys };
  const whole = rewritten({ value: document, isNames: false }, address, '', root, missing);
  const parts = readable.map(([each, value]) => {
    const key = keys.get(each) ?? '';
    return [key, rewritten({ value, isNames: false }, each, `#/${FILES_KEY}/${key}`, root, missing)] as const;
  });
  const missingFiles = [...missing].filter((each) => !parsed.has(each));
  const copy = isRecord(whole) ? whole : document;
  return {
    document: parts.length === 0 ? copy : { ...copy, [FILES_KEY]: Object.fromEntries(parts) },
    missing: missingFiles,
  };
}

/** Parses a file. For a long file, this is the slowest step. */
export function parsedFile({ address, text }: DocumentFile): ParsedFile {
  if (text === null) return { address, value: undefined };
  try {
    return {
      address,
      value: parseDocument((typeof text === 'string' ? text : new TextDecoder().decode(text)).replace(/^\uFEFF/, ''), {
        merge: true,
      }),
    };
  } catch {
    return { address, value: undefined };
  }
}
