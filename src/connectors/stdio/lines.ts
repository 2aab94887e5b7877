const NEWLINE = 0x0a;

/** A line exceeded its bound; reading ends there. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/**
 * The UTF-8 lines of a byte stream, without line ends; holds at most one line in memory.
 * @throws LineTooLong at the first line of more than `bytesMax` bytes
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const hold = (part: Uint8Array) => {
    length += part.length;
    if (length > bytesMax) throw new LineTooLong();
    parts.push(part);
  };
  const take = () => {
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
