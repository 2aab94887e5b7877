import type { SentFile } from '../../core/calls/connector.ts';
import type { RequestBody, StreamedBody } from '../egress/types.ts';
import { UnusableInput, type WireRequest } from './wireRequest.ts';

/** A placeholder's position and form in a body. */
type Place = { readonly file: SentFile; readonly isBase64: boolean; readonly start: number; readonly end: number };

/**
 * The request with the content of files instead of their placeholders.
 * @throws UnusableInput for a file outside the body, or in an encoding that hides its placeholder
 */
export function withFileContents(
  request: WireRequest,
  files: readonly SentFile[],
): Omit<WireRequest, 'body'> & { readonly body: RequestBody } {
  if (files.length === 0) return request;
  const body = Buffer.from(request.body ?? '');
  const places = files.flatMap((file) => placesOf(body, file)).sort((one, other) => one.start - other.start);
  const head = [request.url, ...Object.values(request.headers)].join('\n');
  for (const file of files) {
    const { raw, base64 } = file.placeholder;
    if (places.every((place) => place.file !== file) || head.includes(raw) || head.includes(base64)) {
      throw new UnusableInput(
        `Input "${file.property}" cannot hold a file: only the body of a request can`,
        file.property,
      );
    }
  }
  return { ...request, body: streamed(body, places) };
}

function placesOf(body: Buffer, file: SentFile): readonly Place[] {
  const { raw, base64 } = file.placeholder;
  return [raw, base64].flatMap((text, form) => {
    const places: Place[] = [];
    for (let start = body.indexOf(text); start >= 0; start = body.indexOf(text, start + text.length))
      places.push({ file, isBase64: form === 1, start, end: start + text.length });
    return places;
  });
}

function streamed(body: Buffer, places: readonly Place[]): StreamedBody {
  const grown = places.reduce((sum, { file, isBase64, start, end }) => {
    const bytes = isBase64 ? 4 * Math.ceil(file.bytes / 3) : file.bytes;
    return sum + bytes - (end - start);
  }, 0);
  return {
    bytes: body.length + grown,
    async *read() {
      let at = 0;
      for (const { file, isBase64, start, end } of places) {
        yield body.subarray(at, start);
        yield* isBase64 ? base64Of(file.read()) : file.read();
        at = end;
      }
      yield body.subarray(at);
    },
  };
}

async function* base64Of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole));
    rest = Buffer.from(bytes.subarray(whole));
  }
  yield Buffer.from(rest.toString('base64'));
}

/** The body for a preview, with handles in place of the files. */
export function withFileHandles(body: WireRequest['body'], files: readonly SentFile[]): WireRequest['body'] {
  if (body === null || files.length === 0) return body;
  let text = Buffer.from(body).toString('latin1');
  for (const { placeholder, handle } of files)
    text = text.replaceAll(placeholder.raw, `<${handle}>`).replaceAll(placeholder.base64, `<${handle}>`);
  return Buffer.from(text, 'latin1');
}
