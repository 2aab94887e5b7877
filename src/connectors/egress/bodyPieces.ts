/** A piece of fewer bytes is copied. */
const COPIED_BYTES_MAX = 4_096;
const BLOCK_BYTES = 16_384;

/** Whether a piece keeps more than twice its bytes, and more than its copy would. */
const keepsMuch = ({ length, buffer }: Buffer): boolean =>
  buffer.byteLength > COPIED_BYTES_MAX && length * 2 < buffer.byteLength;

/**
 * Collects the pieces of a body, of which an upstream chooses the size. A piece keeps the whole block of memory that it
 * was read into, with what came beside it, and an object of its own, so that small ones are copied together; a body
 * that comes in one piece is that piece. `test/connectors/egress/smallPieces.test.ts` tears it down.
 */
export class BodyPieces {
  #whole: Buffer[] = [];
  #block: Buffer | null = null;
  #start = 0;
  #used = 0;

  add(piece: Buffer): void {
    const isFirst = this.#whole.length === 0 && this.#used === this.#start;
    if ((piece.length < COPIED_BYTES_MAX && !isFirst) || keepsMuch(piece)) this.#copy(piece);
    else {
      this.#seal();
      this.#whole.push(piece);
    }
  }

  /** All bytes since the last time. */
  take(): Buffer {
    this.#seal();
    const [all, only] = [this.#whole, this.#whole[0]];
    [this.#whole, this.#block] = [[], null];
    return all.length !== 1 || !only || keepsMuch(only) ? Buffer.concat(all) : only;
  }

  #copy(piece: Buffer): void {
    for (let done = 0; done < piece.length; ) {
      this.#block ??= this.#newBlock();
      const bytes = piece.copy(this.#block, this.#used, done);
      this.#used += bytes;
      done += bytes;
      if (this.#used < BLOCK_BYTES) continue;
      this.#seal();
      this.#block = null;
    }
  }

  #newBlock(): Buffer {
    [this.#start, this.#used] = [0, 0];
    return Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  /** The rest of the block is for what is copied next. */
  #seal(): void {
    if (this.#block && this.#used > this.#start) this.#whole.push(this.#block.subarray(this.#start, this.#used));
    this.#start = this.#used;
  }
}
