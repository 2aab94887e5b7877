/** A wall taken away: a piece of a file, what stands in its place, and the tests that must notice. */
export type Fault = {
  /** What does not hold any more. */
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly test: string;
};
