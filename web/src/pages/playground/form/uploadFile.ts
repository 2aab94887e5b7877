import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { sendFile } from '../../../api/upload.ts';
import { PLAYGROUND_UPLOAD } from '../operations.ts';
import type { FileReference } from './fileReference.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

type Watching = { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void };

/** Stores a file for calls of a stack, and returns it as an argument. @throws ApiError */
export async function uploadFile(stackId: string, file: File, watching: Watching): Promise<FileReference> {
  const mediaType = file.type || UNKNOWN_TYPE;
  const input = { stackId, name: file.name, mediaType, bytes: file.size };
  const { createFileUpload } = await sendOperation(PLAYGROUND_UPLOAD, { input }, watching.signal);
  const { handle, upload } = payloadOf(createFileUpload);
  await sendFile(upload.url, file, mediaType, watching);
  return { $file: handle };
}
