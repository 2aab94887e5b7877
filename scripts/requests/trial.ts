import type { Operation } from './operations.ts';
import type { Value } from './values.ts';

/** A credential of a security scheme: one value, or a user name and password. */
export type Secret = string | { readonly username: string; readonly password: string };

/** One compared call: an operation, its parameter values, and its body in the media type that is sent. */
export type Trial = {
  readonly operation: Operation;
  /** Keyed by location and name: `query limit`. */
  readonly values: ReadonlyMap<string, Value>;
  /** Undefined if no body is sent. */
  readonly body: Value | undefined;
  /** The media type as the description writes it; empty without a body. */
  readonly media: string;
  /** Stored credentials, by the description's security scheme names. */
  readonly secrets: Readonly<Record<string, Secret>>;
};

/** The key of a parameter's value. */
export const keyOf = ({ in: place, name }: Readonly<Record<string, unknown>>): string => `${place} ${name}`;

/** The expected request according to one reader; a text says why there's none. */
export type Reading<T> = T | string;
