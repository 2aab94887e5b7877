/** A removed check: a part of a file, its replacement, and the tests that must fail. */
export type Fault = {
  /** The guarantee that breaks. */
  readonly guarantee: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly test: string;
};
