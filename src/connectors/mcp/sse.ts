import { linesOf } from '../stdio/lines.ts';

export type ServerSentEvent = {
  readonly data: string;
  /** The last id seen on the stream, from which it can be resumed. */
  readonly lastEventId: string | null;
};

/**
 * Events of a `text/event-stream` body (HTML Living Standard, section 9.2.6), each line of at most `bytesMax` bytes.
 * Events without data are given too: their id is where to resume.
 * @throws LineTooLong
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<ServerSentEvent> {
  let data: string[] = [];
  let lastEventId: string | null = null;
  for await (const line of linesOf(body, bytesMax)) {
    if (line === '') {
      yield { data: data.join('\n'), lastEventId };
      data = [];
      continue;
    }
    const [, field, value] = /^([a-z]+):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value ?? '');
    if (field === 'id') lastEventId = value ?? '';
  }
}
