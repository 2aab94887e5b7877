import type { Tenant } from '../lib/fairQueue.ts';
import type { ServerDocument } from '../servers/document.ts';

/** Maximum entries in one page of a registry. */
export const REGISTRY_PAGE_MAX = 100;

/** The state of an entry in its registry; null if it is missing or not recognized. */
export type EntryStatus = 'active' | 'deprecated' | 'deleted' | null;

/** A way to reach a remote server: `streamable-http` or `sse`, as in its entry. */
export type EntryRemote = { readonly type: string; readonly url: string };

/** A package that runs a server: its registry (such as `npm`), its name there, and its version. */
export type EntryPackage = {
  readonly registryType: string;
  readonly identifier: string;
  readonly version: string | null;
  readonly transport: string;
};

/**
 * How an entry can be imported. `import`: by every caller with import rights. `operator`: only by the operator, since
 * it runs a program. `none`: not at all, with the reason.
 */
export type EntryTransport =
  | { readonly kind: 'import'; readonly credentials: ServerDocument['credentials'] }
  | {
      readonly kind: 'operator';
      /** The program and its arguments, as a shell command. */
      readonly commandLine: string;
      readonly credentials: ServerDocument['credentials'];
    }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * A version of a server as a registry describes it. The reader truncates its untrusted texts and removes hidden
 * characters.
 */
export type RegistryEntry = {
  /** Unique in its registry: `io.github.user/weather`. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly version: string;
  readonly status: EntryStatus;
  readonly updatedAt: Date | null;
  /** The server's website; http or https. */
  readonly website: string | null;
  /** The address of the server's source code; http or https. */
  readonly repository: string | null;
  readonly remotes: readonly EntryRemote[];
  readonly packages: readonly EntryPackage[];
  readonly way: EntryTransport;
  /** The address of the entry in its registry, for an import. */
  readonly documentUrl: string;
};

/** The search text and the requested page. */
export type RegistryRequest = {
  /** Null for all. */
  readonly search: string | null;
  /** At most `REGISTRY_PAGE_MAX`. */
  readonly limit: number;
  /** The cursor returned with the previous page; null for the first. */
  readonly cursor: string | null;
};

export type RegistryPage = {
  readonly entries: readonly RegistryEntry[];
  /** Number of unreadable or duplicate entries on the page. */
  readonly unreadCount: number;
  /** For the next page; null after the last. */
  readonly nextCursor: string | null;
};

/** Reads the registry that the operator has configured, over the checked egress, and caches responses. */
export type RegistryReader = {
  /** The registry's address, without a trailing slash. */
  readonly url: string;
  /**
   * The latest versions of the registry's servers.
   * @throws AppError unavailable if the response is invalid; invalid_input if the registry refuses the request;
   * rate_limited if the account has too many waiting requests
   */
  page(request: RegistryRequest, requester: Tenant): Promise<RegistryPage>;
  /**
   * One version, or `latest`; null if it does not exist.
   * @throws as `page`
   */
  entry(name: string, version: string, requester: Tenant): Promise<RegistryEntry | null>;
};
