import { BOUNDS } from '../../core/limits/bounds.ts';

/** More of a request has been written than its bound. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge';
}

/**
 * Counts what is written into a request while it is filled, before it is encoded: a template may repeat an input, and a
 * list the name of its parameter, so that a request can become far larger than its input.
 */
export class RequestBytes {
  #left: number;

  constructor(max: number = BOUNDS.max_request_bytes.max) {
    this.#left = max;
  }

  /** What may still be written. */
  get left(): number {
    return this.#left;
  }

  /** @throws RequestTooLarge */
  take(chars: number): void {
    this.#left -= chars;
    if (this.#left < 0) throw new RequestTooLarge('The request is larger than its bound');
  }

  /** Counts a text, and a little for each of many empty ones. @throws RequestTooLarge */
  text(text: string): string {
    this.take(text.length + 1);
    return text;
  }
}
