import type { SignIn } from './standIn.ts';

/** A form field by its label, and its value. Presses `add` first, to add an optional field. */
export type Entry = { readonly label: string; readonly value: string; readonly add?: string };

/** A tool to call in the playground, by its title or id, and the request that must arrive. */
export type Call = {
  readonly tool: string;
  readonly entries: readonly Entry[];
  readonly request: string;
  readonly body: string;
};

/** The header that an API requires, and its value. */
export type Credential = { readonly header: string; readonly value: string };

/** How a user enters the credentials: fields by label, then a sign-in if needed. */
export type Giving = {
  readonly fields: readonly Entry[];
  /** The field to sign in for; if absent, the entered fields are enough. */
  readonly signIn?: string;
  /** Press this first, if entering a value is the secondary option. */
  readonly paste?: string;
};

export type Way = {
  /** Null for an API without credentials. */
  readonly giving: Giving | null;
  /** The expected first result of `Test connection`. */
  readonly connection: string;
  readonly call: Call;
};

/** How to import an API's own description, and which operations to select. */
export type Bringing = Way & {
  readonly place: 'URL' | 'Upload a file' | 'Paste';
  /** The search text for its operations, and the names of those to select. */
  readonly search: string;
  /** None for a description that is short enough to be imported whole. */
  readonly operations: readonly string[];
  /** How to send the credential, if the description doesn't say, and the name of its header. */
  readonly scheme?: string;
  readonly header?: string;
};

export type Api = {
  readonly id: string;
  readonly name: string;
  /** The published description: a package and its file. */
  readonly description: readonly [name: string, file: string];
  /** The hosts that the stand-in replaces. */
  readonly hosts: readonly string[];
  readonly answer: unknown;
  readonly signIn: SignIn | null;
  /** The credential that it requires; null for none. */
  readonly credential: Credential | null;
  /** Null for an API that Toolyard doesn't ship. */
  readonly catalogue: Way | null;
  readonly own: Bringing;
};
