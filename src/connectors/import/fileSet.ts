import { unzipSync } from 'fflate';
import { AppError } from '../../core/lib/errors.ts';
import { firstNames } from '../../core/lib/text.ts';
import { type DetectedDocument, detectDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { filesNamedIn, type ParsedFile, parsedFile, withFiles } from '../openapi/files.ts';

/** The JSON and YAML files of a folder or zip file, by their paths in it. */
export type FileSet = ReadonlyMap<string, Uint8Array>;

const MIB = 1_048_576;
const ENTRIES_MAX = 20_000;
const FILES_MAX = 2_000;
const BYTES_MAX = 32 * MIB;
/** Maximum ratio of unpacked to packed size. Repetitive descriptions come close to it; DEFLATE can reach a thousand. */
const RATIO_MAX = 200;

const refused = (message: string, cause?: unknown): AppError => new AppError('invalid_input', message, {}, cause);

/** Whether bytes are a zip file, which starts with its first entry, or with the end record if empty. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** Whether a file may be part of a document. Folders of tools and of version control never contain one. */
export const isDocumentFile = (path: string): boolean =>
  /\.(?:json|ya?ml)$/i.test(path) && !/(?:^|\/)(?:\.|node_modules\/|__MACOSX\/)/.test(path);

/** Counts the files of a folder or zip file as they are found. @throws AppError invalid_input over a bound */
export function createFileCount(source: 'folder' | 'zip file') {
  let [entries, files, bytes] = [0, 0, 0];
  return {
    entry(): void {
      entries += 1;
      if (entries > ENTRIES_MAX) throw refused(`The ${source} has more than ${ENTRIES_MAX} entries`);
    },
    file(size: number): void {
      files += 1;
      bytes += size;
      if (files > FILES_MAX) throw refused(`The ${source} has more than ${FILES_MAX} JSON and YAML files`);
      if (bytes > BYTES_MAX)
        throw refused(`The JSON and YAML files of the ${source} are larger than ${BYTES_MAX / MIB} MiB in total`);
    },
  };
}

const leadsOut = (path: string): boolean =>
  path.startsWith('/') || path.includes('\\') || /^[a-z]:/i.test(path) || path.split('/').includes('..');

/** Unpacks the JSON and YAML files of a zip file. @throws AppError invalid_input */
export function unzipped(bytes: Uint8Array): FileSet {
  const count = createFileCount('zip file');
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        count.entry();
        if (leadsOut(name)) throw refused(`The zip file has a path that leads out of it: ${name.slice(0, 200)}`);
        if (!isDocumentFile(name)) return false;
        count.file(Math.max(size, originalSize));
        if (originalSize > MIB && originalSize > RATIO_MAX * size)
          throw refused(`A file of the zip file is compressed more than ${RATIO_MAX} times: ${name.slice(0, 200)}`);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    throw error instanceof AppError ? error : refused('The zip file is damaged or not supported', error);
  }
}

/** A base address for file paths, so that references between files resolve and never leave the set. */
const ROOT = 'files://document/';
const addressOf = (path: string): string => URL.parse(path.replaceAll(/[%?#]/g, encodeURIComponent), ROOT)?.href ?? '';

const OPENAPI_KEY = /(?:^|[{,])[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:/m;
const ROOT_NAMES = ['openapi', 'swagger', 'api', 'index', 'main', 'spec'];

const depthOf = (path: string): number => path.split('/').length;
function nameRank(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const at = ROOT_NAMES.findIndex((each) => name.startsWith(each));
  return at < 0 ? ROOT_NAMES.length : at;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

type Root = { readonly path: string; readonly value: Record<string, unknown> };

/** The first path whose file parses as a root document. */
function rootOf(files: FileSet, paths: readonly string[]): Root | null {
  for (const path of paths) {
    const detected = detectDocument(textOf(files.get(path) ?? new Uint8Array()));
    if (detected.kind === 'openapi') return { path, value: detected.value };
  }
  return null;
}

const SHOWN_MAX = 5;

/** A document, and whether it contains all existing files that it refers to. */
type FoundDocument = {
  readonly detected: DetectedDocument;
  readonly warnings: ImportedServer['warnings'];
  readonly isWhole: boolean;
};

/**
 * Reads the document of a folder or zip file: OpenAPI including the files that it refers to, or the only file. A
 * warning names other OpenAPI documents.
 * @throws AppError invalid_input if there is none
 */
export function readFileSet(files: FileSet): FoundDocument {
  const paths = [...files]
    .filter(([, bytes]) => OPENAPI_KEY.test(textOf(bytes)))
    .map(([path]) => path)
    .toSorted(
      (one, other) => depthOf(one) - depthOf(other) || nameRank(one) - nameRank(other) || (one < other ? -1 : 1),
    );
  const root = rootOf(files, paths);
  const [only] = files;
  if (root === null) {
    if (files.size === 1 && only) return { detected: detectDocument(textOf(only[1])), warnings: [], isWhole: true };
    const names = files.size === 0 ? 'no JSON or YAML files' : firstNames([...files.keys()], SHOWN_MAX);
    throw refused(`No OpenAPI document found among the files: ${names}`);
  }
  const { document, used } = withReferences(root.value, root.path, files);
  const unread = paths.filter((path) => path !== root.path && !used.has(path));
  const reason = `${root.path} was read; import the other OpenAPI documents among the files separately: ${firstNames(unread, SHOWN_MAX)}`;
  return {
    detected: { kind: 'openapi', value: { ...document } },
    warnings: unread.length > 0 ? [{ tool: '', reason }] : [],
    isWhole: true,
  };
}

/**
 * A document that includes all files that it refers to, directly or indirectly. Each file is parsed once: a chain may
 * have thousands of files.
 */
function withReferences(value: Record<string, unknown>, root: string, files: FileSet) {
  const paths = new Map([...files.keys()].map((path) => [addressOf(path), path]));
  const used = new Set<string>();
  const read: ParsedFile[] = [];
  const address = addressOf(root);
  const namedFiles = new Set(filesNamedIn({ address, value }, address));
  // The loop also visits addresses that are added during it.
  for (const each of namedFiles) {
    const path = paths.get(each);
    if (path !== undefined) used.add(path);
    const file = parsedFile({ address: each, text: path === undefined ? null : (files.get(path) ?? null) });
    read.push(file);
    for (const named of filesNamedIn(file, address)) namedFiles.add(named);
  }
  return { document: withFiles(value, address, read).document, used };
}
