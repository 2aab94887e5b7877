import { isRecord } from '../../../api/isRecord.ts';
import { escaped } from '../../../api/jsonPointer.ts';

/** A stored file as an argument, in place of its content. */
export type FileReference = { readonly $file: string };

const HANDLE = /^toolyard:\/\/file\/file_[\w-]+$/;

export const isFileReference = (value: unknown): value is FileReference =>
  isRecord(value) && typeof value['$file'] === 'string' && Object.keys(value).length === 1;

/** A pasted handle as an argument; null for other text. */
export const toFileReference = (text: string): FileReference | null =>
  HANDLE.test(text.trim()) ? { $file: text.trim() } : null;

/** JSON Pointers of the stored files in an input. */
export function fileReferencesIn(value: unknown, at = ''): readonly string[] {
  if (isFileReference(value)) return [at];
  const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return members.flatMap(([name, member]) => fileReferencesIn(member, `${at}/${escaped(String(name))}`));
}
