/** One HTTP/1.1 response: its status, its raw body (including chunks), and its size in bytes. */
export type Answer = { readonly status: number; readonly body: Buffer; readonly length: number };

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * Parses a server's response, more cheaply than the gateways under test do. For an incomplete response it returns the
 * number of bytes to wait for, or 0 if unknown. Doesn't join chunks. @throws if the end can't be determined
 */
export function readAnswer(bytes: Buffer): Answer | number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + HEAD_END.length;
  const length = endOf(bytes, head, start, status);
  if (length === null) return 0;
  return bytes.length < length ? length : { status, body: bytes.subarray(start, length), length };
}

function endOf(bytes: Buffer, head: string, start: number, status: number): number | null {
  if (status === 204 || status === 304) return start;
  const [, declared] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (declared !== undefined) return start + Number(declared);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer without an end:\n${head}`);
  const last = bytes.indexOf(LAST_CHUNK, start);
  return last < 0 ? null : last + LAST_CHUNK.length;
}

/** A POST with a JSON body, or a GET without one, as reusable bytes. */
export function requestBytes(
  url: URL,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: url.host,
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const line = `${body === undefined ? 'GET' : 'POST'} ${url.pathname}${url.search} HTTP/1.1\r\n`;
  return Buffer.from(`${line}${lines.join('')}\r\n${text}`);
}
