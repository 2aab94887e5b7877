/** A piece of fewer bytes is copied. */
const COPIED_BYTES_MAX = 4_096;
const BLOCK_BYTES = 16_384;

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
    const { length, buffer } = piece;
    const isFirst = this.#whole.length === 0 && this.#used === this.#start;
    // It keeps more than twice its bytes, and more than its copy would.
    const keepsMuch = buffer.byteLength > COPIED_BYTES_MAX && length * 2 < buffer.byteLength;
    if ((length < COPIED_BYTES_MAX && !isFirst) || keepsMuch) this.#copy(piece);
    else {
      if (this.#used > this.#start) this.#seal();
      this.#whole.push(piece);
    }
  }

  /** All bytes since the last time. */
  take(): Buffer {
    if (this.#used > this.#start) this.#seal();
    // A part of a block would keep all of it.
    const [all, only] = [this.#whole, this.#block ? undefined : this.#whole[0]];
    [this.#whole, this.#block] = [[], null];
    return only && all.length === 1 ? only : Buffer.concat(all);
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
    if (this.#block) this.#whole.push(this.#block.subarray(this.#start, this.#used));
    this.#start = this.#used;
  }
}
