/** A piece of fewer bytes is copied. */
const COPIED_BYTES_MAX = 4_096;
const BLOCK_BYTES = 16_384;

/**
 * Collects the pieces of a body, of which an upstream chooses the size. A piece keeps the whole block of memory that it
 * was read into, and an object of its own, so that small ones are copied together; a body that comes in one piece is
 * that piece. `test/connectors/egress/smallPieces.test.ts` tears it down.
 */
export class BodyPieces {
  #whole: Buffer[] = [];
  #block: Buffer | null = null;
  #used = 0;

  add(piece: Buffer): void {
    if (piece.length >= COPIED_BYTES_MAX || (this.#whole.length === 0 && !this.#block)) {
      this.#seal();
      this.#whole.push(piece);
      return;
    }
    if (this.#used + piece.length > BLOCK_BYTES) this.#seal();
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#used += piece.copy(this.#block, this.#used);
  }

  /** All bytes since the last time. */
  take(): Buffer {
    this.#seal();
    const all = this.#whole;
    this.#whole = [];
    return all.length === 1 && all[0] ? all[0] : Buffer.concat(all);
  }

  #seal(): void {
    if (this.#block) this.#whole.push(this.#block.subarray(0, this.#used));
    [this.#block, this.#used] = [null, 0];
  }
}
