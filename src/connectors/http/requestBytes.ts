import { BOUNDS } from '../../core/kernel/bounds.ts';

/** The request exceeds its size limit. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge';
}

/**
 * Counts the bytes of a request while it is filled, before encoding. A template may repeat an input, and a list its
 * parameter's name, so a request can become far larger than its input.
 */
export class RequestBytes {
  #left: number;

  constructor(max: number = BOUNDS.max_request_bytes.max) {
    this.#left = max;
  }

  get left(): number {
    return this.#left;
  }

  /** @throws RequestTooLarge */
  consume(chars: number): void {
    this.#left -= chars;
    if (this.#left < 0) throw new RequestTooLarge('The request exceeds its size limit');
  }

  /** Counts a text, plus a small overhead so that many empty texts also count. @throws RequestTooLarge */
  text(text: string): string {
    this.consume(text.length + 1);
    return text;
  }
}
