import type { Operation } from './operations.ts';
import type { Value } from './values.ts';

/** A credential of a security scheme: one value, or a user name and password. */
export type Secret = string | { readonly username: string; readonly password: string };

/** One call that is compared: an operation, the values of its parameters, and its body in the type that is sent. */
export type Trial = {
  readonly operation: Operation;
  /** By place and name: `query limit`. */
  readonly values: ReadonlyMap<string, Value>;
  /** Undefined if none is sent. */
  readonly body: Value | undefined;
  /** As the description writes it; empty without a body. */
  readonly media: string;
  /** Stored credentials, by the description's security scheme names. */
  readonly secrets: Readonly<Record<string, Secret>>;
};

/** The key of a parameter's value. */
export const keyOf = ({ in: place, name }: Readonly<Record<string, unknown>>): string => `${place} ${name}`;

/** The expected request by one reading; a text says why there's none. */
export type Reading<T> = T | string;
