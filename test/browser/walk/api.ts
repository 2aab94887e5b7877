import type { SignIn } from './standIn.ts';

/** A field of a form, by its label, and what is filled in; `in` is pressed first, to add what is optional. */
export type Entry = { readonly label: string; readonly value: string; readonly add?: string };

/** A tool that is called in the playground, and the request that has to arrive. */
export type Call = {
  readonly tool: string;
  readonly entries: readonly Entry[];
  readonly request: string;
  readonly body: string;
};

/** How somebody gives the credentials: fields by label, or by a sign-in after those. */
export type Giving = {
  readonly fields: readonly Entry[];
  /** The name of the field to sign in for; absent: what is filled in is enough. */
  readonly signIn?: string;
  /** Pressed first, where a value is the second choice. */
  readonly paste?: string;
};

export type Way = {
  readonly giving: Giving;
  /** What `Test connection` says first. */
  readonly connection: string;
  readonly call: Call;
};

/** How an API's own description is brought in, and what of it is chosen. */
export type Bringing = Way & {
  readonly place: 'URL' | 'Upload a file' | 'Paste';
  /** What is searched for among its operations, and which are taken, by their names. */
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
  /** What the stand-in takes the place of. */
  readonly hosts: readonly string[];
  readonly answer: unknown;
  readonly signIn: SignIn | null;
  readonly catalogue: Way;
  readonly own: Bringing;
};
