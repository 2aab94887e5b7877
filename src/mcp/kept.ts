import { isUtf8 } from 'node:buffer';
import type { ContentBlock, ReadResourceResult } from '@modelcontextprotocol/server';
import { readContent } from '../core/files/content.ts';
import { createDownloadOf } from '../core/files/fileAddress.ts';
import { getFile, isFileHandle } from '../core/files/storedFile.ts';
import { tokenRestrictions } from '../core/kernel/actor.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { textOf } from '../core/lib/json.ts';
import type { KeptResult } from '../core/results/outcome.ts';
import { readWholeResult } from '../core/results/storedResult.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';

/* Stored files and results as resources. */

/** Maximum bytes of a file or result that a client reads at once. Writing the answer takes a few milliseconds. */
const READ_BYTES_MAX = 1_048_576;

/** Characters that JSON text writes with six, which takes ten times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the text is searched for them
const CONTROL = /[\0-\x07\x0b\x0e-\x1f]/;

const RESULT = 'toolyard://result/';
const JSON_TYPE = 'application/json';

/** The link to a result of which the client gets only the first part. */
export const linkToResult = ({ handle, bytes }: KeptResult): ContentBlock => ({
  type: 'resource_link',
  uri: `${RESULT}${handle}`,
  name: 'result.json',
  mimeType: JSON_TYPE,
  size: bytes,
  description: `The whole result. Pass {"$result": "${handle}"} to send it to a tool.`,
});

/**
 * A stored file or result of the caller; null for the address of another resource.
 * @throws not_found; invalid_input over the size limit; as `FairQueue` for results
 */
export async function readKept(
  ctx: Ctx,
  { accountId, stackId }: StackSnapshot,
  uri: string,
): Promise<ReadResourceResult | null> {
  const [, handle] = /^toolyard:\/\/result\/(result_[\w-]+)$/.exec(uri) ?? [];
  if (handle !== undefined) {
    const { json } = await readWholeResult(ctx, stackId, handle, READ_BYTES_MAX);
    return { contents: [{ uri, mimeType: JSON_TYPE, text: textOf(json) }] };
  }
  if (!isFileHandle(uri)) return null;
  const file = await getFile(ctx, accountId, uri);
  if (file.bytes > READ_BYTES_MAX) throw await tooLarge(ctx, file, uri);
  const parts: Buffer[] = [];
  for await (const part of readContent(ctx, file)) parts.push(part);
  const content = Buffer.concat(parts);
  const text = isUtf8(content) ? textOf(content) : null;
  const body = text === null || CONTROL.test(text) ? { blob: content.toString('base64') } : { text };
  return { contents: [{ uri, mimeType: file.mediaType, ...body }] };
}

/** Names an address to download the file. It would work without the restrictions of a restricted token. */
async function tooLarge(ctx: Ctx, file: Awaited<ReturnType<typeof getFile>>, uri: string): Promise<AppError> {
  const size = `The file has ${file.bytes} bytes, and resources/read returns at most ${READ_BYTES_MAX}`;
  const how = tokenRestrictions(ctx.actor)
    ? `Pass {"$file": "${uri}"} to a tool`
    : `Download it once, within an hour, from ${(await createDownloadOf(ctx, file)).url}`;
  return new AppError('invalid_input', `${size}. ${how}`);
}
