import { readFile, stat } from 'node:fs/promises';
import type { GraphqlSettings } from '../config/graphql.ts';
import { isRecord } from '../core/lib/json.ts';
import { ANY_DOCUMENT, createTrustedDocuments, type TrustedDocuments } from '../graphql/execution/trustedDocuments.ts';

const FILE_BYTES_MAX = 16 * 1_024 * 1_024;
const VARIABLE = 'TOOLYARD_GRAPHQL_DOCUMENTS';

/**
 * The documents that GraphQL executes, read once: changes to the file apply at the next start.
 * @throws Error that may be shown to the operator
 */
export async function readTrustedDocuments(settings: GraphqlSettings): Promise<TrustedDocuments> {
  const { documentsFile, isTrustedOnly } = settings;
  if (documentsFile === null && !isTrustedOnly) return ANY_DOCUMENT;
  const documents = documentsFile === null ? new Map<string, string>() : await readDocuments(documentsFile);
  const { OWN_DOCUMENTS } = await import('../generated/ownDocuments.ts');
  return createTrustedDocuments(documents, isTrustedOnly ? OWN_DOCUMENTS : null);
}

async function readDocuments(path: string): Promise<ReadonlyMap<string, string>> {
  const documents = documentsIn(await readJsonFile(path));
  if (documents === null) {
    const forms = 'a JSON object of documents by id, or a manifest of Apollo’s generate-persisted-query-manifest';
    throw new Error(`${VARIABLE}: ${path} has no documents: it must be ${forms}`);
  }
  return documents;
}

async function readJsonFile(path: string): Promise<unknown> {
  const { size } = await stat(path).catch(() => ({ size: null }));
  if (size === null) throw new Error(`${VARIABLE}: ${path} cannot be read`);
  if (size > FILE_BYTES_MAX) throw new Error(`${VARIABLE}: ${path} is larger than ${FILE_BYTES_MAX} bytes`);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new Error(`${VARIABLE}: ${path} cannot be read as JSON`);
  }
}

/** Texts by id, from an Apollo manifest or the format of relay-compiler and graphql-codegen; null for anything else. */
function documentsIn(file: unknown): ReadonlyMap<string, string> | null {
  if (!isRecord(file)) return null;
  const { operations } = file;
  const entries: readonly unknown[] = Array.isArray(operations)
    ? operations.map((each: unknown) => (isRecord(each) ? [each['id'], each['body']] : null))
    : Object.entries(file);
  const isEntry = (entry: unknown): entry is readonly [string, string] =>
    Array.isArray(entry) && entry.every((part) => typeof part === 'string' && part !== '');
  return entries.every(isEntry) ? new Map(entries) : null;
}
