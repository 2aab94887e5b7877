import { isUtf8 } from 'node:buffer';
import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { isJsonObject, isRecord, type JsonObject, type JsonValue } from '../lib/json.ts';
import { pathOf, toPointer, valueAtPath } from '../lib/jsonPointer.ts';
import { namesOf } from '../lib/jsonSize.ts';
import { readLongJson } from '../lib/longJson.ts';
import { joinSources, type ResultSource } from '../results/source.ts';
import { readWholeResult } from '../results/storedResult.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { readContent } from './content.ts';
import { acceptsStreams, type FileInput, fileInputAt } from './filePlaces.ts';
import { newPlaceholder, type PlacedFile } from './placeholders.ts';
import { getFile, handleOf, sourcesOfFile } from './storedFile.ts';

/** A file as an argument: `{"$file": "toolyard://file/…", "as"?: "text" | "base64"}`; a described file also works. */
type FileReference = { readonly $file: string; readonly as?: unknown };
/** A stored result, or the part of it at a JSON Pointer: `{"$result": "result_…", "at"?: "/items/0"}`. */
type ResultReference = { readonly $result: string; readonly at?: unknown };

const FILE_MEMBERS = new Set(['$file', 'as', 'name', 'type', 'size', 'digest', 'origin', 'expires_at']);
const RESULT_MEMBERS = new Set(['$result', 'at']);

/** References below this depth are not found. */
const DEPTH_MAX = 64;

const isReference = (value: unknown, name: string, members: ReadonlySet<string>): boolean =>
  isRecord(value) && typeof value[name] === 'string' && Object.keys(value).every((key) => members.has(key));

const isFileReference = (value: unknown): value is FileReference => isReference(value, '$file', FILE_MEMBERS);
const isResultReference = (value: unknown): value is ResultReference => isReference(value, '$result', RESULT_MEMBERS);

/** A reference in an input, and its place. */
type Reference = { readonly value: FileReference | ResultReference; readonly path: readonly string[] };

/** The references in an input, at most one more than a call may have. */
export function referencesIn(input: unknown): readonly Reference[] {
  const references: Reference[] = [];
  if (isJsonObject(input)) collect(input, [], references);
  return references;
}

function collect(value: object, path: (string | number)[], references: Reference[]): void {
  if (references.length > BOUNDS.max_call_files.max || path.length > DEPTH_MAX) return;
  if (isFileReference(value) || isResultReference(value)) {
    references.push({ value, path: path.map(String) });
    return;
  }
  const visit = (name: string | number, member: unknown): void => {
    if (typeof member !== 'object' || member === null) return;
    path.push(name);
    collect(member, path, references);
    path.pop();
  };
  // `for…in` makes a text of each index, which takes 30 ms for a list as long as a body.
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) visit(at, value[at]);
  else for (const name of namesOf(value)) visit(name, Reflect.get(value, name));
}

/** An input whose references are replaced. */
type ResolvedInput = {
  /** With the values of small files and results, and a placeholder for each file that is streamed. */
  readonly input: unknown;
  /** The streamed files. */
  readonly files: readonly PlacedFile[];
  /** The sources of all files and results. */
  readonly sources: readonly ResultSource[];
};

/**
 * Replaces the references in a call's input. A file goes where the tool takes bytes: its content is then sent from the
 * store. Elsewhere, up to 4 MiB of text become part of the input.
 * @throws invalid_input, with the place of the reference
 */
export async function resolveReferences(
  ctx: Ctx,
  {
    snapshot,
    tool,
    toolName,
  }: { readonly snapshot: StackSnapshot; readonly tool: SnapshotTool; readonly toolName: string },
  input: unknown,
  references: readonly Reference[],
): Promise<ResolvedInput> {
  if (references.length > BOUNDS.max_call_files.max) throw boundReached('max_call_files', BOUNDS.max_call_files.max);
  const files: PlacedFile[] = [];
  const sources: (readonly ResultSource[])[] = [];
  let bytesLeft: number = BOUNDS.max_call_file_bytes.max;
  const refused = (path: readonly string[], message: string): AppError => {
    const issues = [{ path: toPointer(path), message }];
    return new AppError('invalid_input', `Invalid input parameters for tool ${toolName}`, { issues });
  };
  const consume = (bytes: number): void => {
    bytesLeft -= bytes;
    if (bytesLeft < 0) throw boundReached('max_call_file_bytes', BOUNDS.max_call_file_bytes.max);
  };

  const textOf = (content: Buffer, as: 'text' | 'base64' | null, path: readonly string[]): string => {
    const isText = isUtf8(content);
    if (as === 'text' && !isText) throw refused(path, 'the file is not UTF-8 text');
    return content.toString(as === 'base64' || !isText ? 'base64' : 'utf8');
  };

  const fileAt = async ({ $file, as }: FileReference, path: readonly string[]): Promise<JsonValue> => {
    const file = await getFile(ctx, snapshot.accountId, $file);
    sources.push(sourcesOfFile(file));
    if (as !== undefined && as !== 'text' && as !== 'base64') throw refused(path, 'as must be text or base64');
    const place = fileInputAt(tool.inputSchema, path);
    if ((as === 'base64' || (as === undefined && place.acceptsBytes)) && acceptsStreams(tool)) {
      const placed = { placeholder: newPlaceholder(), file, handle: handleOf(file.id), property: path[0] ?? '' };
      files.push(placed);
      return placedIn(place, placed);
    }
    consume(Number(file.bytes));
    const parts: Buffer[] = [];
    for await (const part of readContent(ctx, file)) parts.push(part);
    return textOf(Buffer.concat(parts), as ?? (place.acceptsBytes ? 'base64' : null), path);
  };

  const resultAt = async (
    { $result: handle, at = '' }: ResultReference,
    path: readonly string[],
  ): Promise<JsonValue> => {
    if (typeof at !== 'string' || !/^(?:\/|$)/.test(at)) throw refused(path, 'at must be a JSON Pointer');
    const stored = await readWholeResult(ctx, snapshot.stackId, handle);
    sources.push(stored.sources);
    consume(stored.json.length);
    const whole = await readLongJson(stored.json, () => eventLoop.yieldIfBusy(snapshot.accountId));
    // Safe cast: a stored result is JSON.
    const value = valueAtPath(whole, pathOf(at)) as JsonValue | undefined;
    if (value === undefined) throw refused(path, 'the result has nothing at this pointer');
    return value;
  };

  const values = new Map<unknown, JsonValue>();
  for (const { value, path } of references) {
    try {
      values.set(value, await (isFileReference(value) ? fileAt(value, path) : resultAt(value, path)));
    } catch (error) {
      throw error instanceof AppError && error.code === 'not_found' ? refused(path, error.message) : error;
    }
  }
  return { input: replaced(input, values), files, sources: joinSources(...sources) };
}

/** A copy of a value with other values instead of some of its objects. */
function replaced(value: unknown, by: ReadonlyMap<unknown, JsonValue>, depth = 0): unknown {
  const other = by.get(value);
  if (other !== undefined) return other;
  if (depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by, depth + 1));
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, by, depth + 1)]))
    : value;
}

/** The media type of a file of which none is known: the tool then uses the one that its document names. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** The input for a file: its content, and its name and known media type if the input accepts them. */
function placedIn({ acceptsName }: FileInput, { placeholder, file }: PlacedFile): JsonValue {
  if (!acceptsName) return placeholder.base64;
  const type = file.mediaType === UNKNOWN_TYPE ? {} : { content_type: file.mediaType };
  return { content: placeholder.base64, filename: file.name, ...type };
}

/** The input with the handle of each streamed file, as rules, approvals and records see it. */
export function withHandles(input: JsonObject, files: readonly PlacedFile[]): JsonObject {
  if (files.length === 0) return input;
  const handles = new Map(files.map(({ placeholder, handle }) => [placeholder.base64, handle]));
  const shown = (value: JsonValue, depth: number): JsonValue => {
    if (depth > DEPTH_MAX) return value;
    if (typeof value === 'string') {
      const handle = handles.get(value);
      return handle === undefined ? value : { $file: handle };
    }
    if (Array.isArray(value)) return value.map((item) => shown(item, depth + 1));
    return isJsonObject(value) ? shownObject(value, depth) : value;
  };
  const shownObject = (value: JsonObject, depth: number): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member, depth + 1)]));
  return shownObject(input, 0);
}
