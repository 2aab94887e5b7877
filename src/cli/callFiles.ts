import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Agent, fetch } from 'undici';
import { isRecord, readJson } from '../core/lib/json.ts';
import { type Api, payloadOf } from './api.ts';
import { CliError, usageError } from './exit.ts';
import { UploadFileDocument } from './operations/files.ts';

/** Bytes of files that are part of the call itself. Longer ones are uploaded first. */
const INLINE_BYTES_MAX = 524_288;

/** Where files are uploaded: the API, its address, and the stack whose tool takes them. */
type Uploads = {
  readonly api: Api;
  readonly endpoint: URL;
  readonly signal: AbortSignal;
  readonly stackId: string;
};

type GivenFile = { readonly name: string; readonly path: string; readonly type: string | undefined };

/** Reads an option such as `file=train.jsonl;type=application/jsonl`. @throws CliError usage */
function givenFile(text: string): GivenFile {
  const [, name = '', path = '', type] = /^([^=]+)=([^;]+)(?:;type=(.+))?$/s.exec(text) ?? [];
  if (name === '') throw usageError(`--file takes NAME=PATH or NAME=PATH;type=TYPE, not ${text}`);
  return { name, path, type };
}

/**
 * Adds files to an input: short ones with content, name and media type, long ones as handles of uploaded files. The
 * same call with short files has the same input each time, so that an approval and an idempotency key fit it.
 * @throws CliError usage; the API's errors
 */
export async function withCallFiles(input: unknown, options: readonly string[], uploads: Uploads): Promise<unknown> {
  if (options.length === 0) return input;
  if (!isRecord(input)) throw usageError('--file needs an input that is a JSON object');
  const added: Record<string, unknown> = { ...input };
  let bytesLeft = INLINE_BYTES_MAX;
  for (const file of options.map(givenFile)) {
    const { size } = await readable(file, (path) => stat(path));
    bytesLeft -= size;
    const part = bytesLeft < 0 ? await uploaded(file, size, uploads) : await inlined(file);
    const before = added[file.name];
    added[file.name] = before === undefined ? part : [...(Array.isArray(before) ? before : [before]), part];
  }
  return added;
}

/** @throws CliError usage for a file that can't be read */
const readable = <T>({ path }: GivenFile, read: (path: string) => Promise<T>): Promise<T> =>
  read(path).catch((error: unknown) => {
    throw usageError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });

async function inlined(file: GivenFile): Promise<object> {
  const bytes = await readable(file, (path) => readFile(path));
  const { path, type } = file;
  return { content: bytes.toString('base64'), filename: basename(path), ...(type && { content_type: type }) };
}

async function uploaded(file: GivenFile, bytes: number, { api, endpoint, signal, stackId }: Uploads): Promise<object> {
  const mediaType = file.type ?? 'application/octet-stream';
  const input = { stackId, name: basename(file.path), mediaType, bytes };
  const { upload, handle } = payloadOf((await api(UploadFileDocument, { input })).createFileUpload);
  // The server's public address may be out of reach from here, and this one answers.
  const address = new URL(
    endpoint.pathname.replace(/graphql$/, `files/${basename(new URL(upload.url).pathname)}`),
    endpoint,
  );
  const sent = { body: createReadStream(file.path), duplex: 'half', headers: { 'content-type': mediaType } } as const;
  // No time limit: a long file takes as long as the line does.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const response = await fetch(address, { method: 'PUT', ...sent, redirect: 'error', signal, dispatcher }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new CliError('unavailable', `${file.path} could not be uploaded`, error);
    },
  );
  const answer = readJson(Buffer.from(await response.arrayBuffer()));
  if (response.status === 201) return { $file: handle };
  const reason = isRecord(answer) ? String(answer['error']) : `status ${response.status}`;
  throw new CliError('unavailable', `${file.path} could not be uploaded: ${reason}`);
}
