/** The sender of a request. */
export type Caller =
  /** The account that owns the scene's stack. */
  | 'owner'
  /** Another account. */
  | 'stranger'
  /** No credential at all. */
  | 'nobody'
  /** A stack token, sent to its own endpoint. */
  | 'agent'
  /** Any other text after `Bearer`. */
  | { readonly bearer: string }
  /** The whole header. */
  | { readonly authorization: string };

/**
 * One documented promise. In `path`, `send`, `body` and `headers`, `{name}` stands for a name of the scene: `{stack}`,
 * `{empty}`, `{theirs}`, `{deleted}`, `{random}`, `{client}`, `{token}`, …
 */
export type Case = {
  readonly label: string;
  /** Scene names that must exist although the request does not mention them. */
  readonly mentions?: string;
  readonly as?: Caller;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body: any JSON value, or text and bytes, which are sent unchanged. */
  readonly send?: unknown;
  readonly status: number;
  /** The complete expected body; matchers replace times and new ids. */
  readonly body: unknown;
  /** Headers of the response in addition to those of every response. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Preparations; each must succeed unless it names its result. */
  readonly after?: readonly Before[];
};

export type Before = Pick<Case, 'as' | 'method' | 'path' | 'headers' | 'send'> & { readonly status?: number };

/** Replaces `{name}` with the scene's names, in texts at any depth; other braces stay. */
export function fill<T>(value: T, names: Readonly<Record<string, string>>): T;
export function fill(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replaceAll(/\{(\w+)\}/g, (slot, name: string) => names[name] ?? slot);
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, names));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, names)]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
