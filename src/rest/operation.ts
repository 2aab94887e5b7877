import type { LimitClass } from '../core/limits/classes.ts';

/** One documented operation: its address, its cost, and its text for faults of the service. */
export type Operation = {
  readonly surface: 'account' | 'stack';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The whole path with `{placeholders}`. */
  readonly path: string;
  readonly limitClass: LimitClass;
  /** The documented text of a fault of ours. */
  readonly failure: string;
  /** Reasons for a refused input go into `X-Validation-Errors`, with paths in the names of the tool or of the body. */
  readonly showsIssues?: 'of tool' | 'of body';
};
