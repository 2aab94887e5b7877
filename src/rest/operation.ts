import type { LimitClass } from '../core/limits/classes.ts';

/** One documented operation: its address, its cost, and its text for faults of the service. */
export type Operation = {
  readonly surface: 'account' | 'stack';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The whole path with `{placeholders}`. */
  readonly path: string;
  readonly limitClass: LimitClass;
  /** The documented text of a service fault. */
  readonly failure: string;
  /**
   * Problems of a refused input are listed in `X-Validation-Errors`. Their paths use the names of the tool or of the
   * body.
   */
  readonly showsIssues?: 'of tool' | 'of body';
};
