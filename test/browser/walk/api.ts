import type { SignIn } from './standIn.ts';

/** A form field by its label, and its value; `add` is pressed first, to add an optional field. */
export type Entry = { readonly label: string; readonly value: string; readonly add?: string };

/** A tool that is called in the playground, and the request that has to arrive. */
export type Call = {
  readonly tool: string;
  readonly entries: readonly Entry[];
  readonly request: string;
  readonly body: string;
};

/** How a user enters the credentials: fields by label, or a sign-in after those. */
export type Giving = {
  readonly fields: readonly Entry[];
  /** The name of the field to sign in for; absent: the entered fields are enough. */
  readonly signIn?: string;
  /** Pressed first, where a value is the second choice. */
  readonly paste?: string;
};

export type Way = {
  readonly giving: Giving;
  /** The expected first result of `Test connection`. */
  readonly connection: string;
  readonly call: Call;
};

/** How an API's own description is imported, and which parts are selected. */
export type Bringing = Way & {
  readonly place: 'URL' | 'Upload a file' | 'Paste';
  /** The search text for its operations, and the names of those to select. */
  readonly search: string;
  readonly operations: readonly string[];
  /** Its credentials are not described. */
  readonly scheme?: string;
};

export type Api = {
  readonly id: string;
  readonly name: string;
  /** The published description: a package and a file of it. */
  readonly description: readonly [name: string, file: string];
  /** The hosts that the stand-in replaces. */
  readonly hosts: readonly string[];
  readonly answer: unknown;
  readonly signIn: SignIn | null;
  readonly catalogue: Way;
  readonly own: Bringing;
};
