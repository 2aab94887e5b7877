/** Pieces below this length are copied. */
const COPIED_BYTES_MAX = 4_096;
const BLOCK_BYTES = 16_384;

/**
 * Collects the chunks of a body, whose sizes the upstream chooses. Each chunk retains its whole read buffer and an
 * object, so tiny chunks could exhaust memory. Small chunks are therefore copied together; a body in one chunk is
 * returned without a copy. Tested by `test/connectors/egress/smallPieces.test.ts`.
 */
export class BodyPieces {
  #whole: Buffer[] = [];
  #block: Buffer | null = null;
  #start = 0;
  #used = 0;

  add(piece: Buffer): void {
    const { length, buffer } = piece;
    const isFirst = this.#whole.length === 0 && this.#used === this.#start;
    // A piece that uses less than half of a large buffer is copied, so that the buffer can be freed.
    const keepsMuch = buffer.byteLength > COPIED_BYTES_MAX && length * 2 < buffer.byteLength;
    if ((length < COPIED_BYTES_MAX && !isFirst) || keepsMuch) this.#copy(piece);
    else {
      if (this.#used > this.#start) this.#seal();
      this.#whole.push(piece);
    }
  }

  /** All bytes since the last call. */
  drain(): Buffer {
    if (this.#used > this.#start) this.#seal();
    // A view of one part would keep the whole block alive.
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

  /** Adds the copied bytes as a piece. The rest of the block stays available for the next copy. */
  #seal(): void {
    if (this.#block) this.#whole.push(this.#block.subarray(this.#start, this.#used));
    this.#start = this.#used;
  }
}
