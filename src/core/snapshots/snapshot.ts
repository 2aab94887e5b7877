import type { ContentPolicy } from '../callContents/settings.ts';
import type { Destinations } from '../credentials/destination.ts';
import type { AccountId, CredentialId, ServerId, ServerKey, StackId, StackServerId, ToolId } from '../kernel/ids.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Policies } from '../policies/policies.ts';
import type { HeldChange } from '../reviews/heldTool.ts';
import type { ConnectorDocument, Placement } from '../servers/document.ts';
import type { ForClients } from '../servers/forClients.ts';
import type { OAuth2Settings } from '../servers/oauth2.ts';
import type { PinnedSkills } from '../servers/serverSkill.ts';
import type { ParsedSkill } from '../servers/skillText.ts';
import type { ServiceKeyPlace, ToolRequest } from '../servers/toolRequest.ts';
import type { CredentialMode } from '../stacks/credentialMode.ts';

/** The part of a credential field that calls need. */
export type SnapshotField = {
  readonly fieldId: string;
  readonly name: string;
  readonly required: boolean;
  /** False for a value that may be shown: it is not scrubbed from answers. */
  readonly isSecret: boolean;
  readonly placement: Placement | null;
  readonly oauth2: OAuth2Settings | null;
};

/** A stored credential, still encrypted. Not part of a snapshot, because it changes far more often than tools do. */
export type SnapshotCredential = {
  readonly id: CredentialId;
  readonly sealed: Uint8Array;
  readonly revision: number;
  readonly kind: string;
  readonly state: string;
  readonly destination: string | null;
  readonly expiresAt: Date | null;
  readonly isRenewable: boolean;
};

/** One owner's credentials for one server of a stack, by field id. */
export type SnapshotCredentials = ReadonlyMap<string, SnapshotCredential>;

/** The part of a stack's server that calls need. */
export type SnapshotServer = {
  readonly id: ServerKey;
  /** Row id of the stack server. */
  readonly stackServerId: StackServerId;
  readonly slug: ServerId;
  readonly name: string;
  /** False if the server's tools, prompts and resources keep their upstream names. */
  readonly isPrefixed: boolean;
  readonly connector: ConnectorDocument;
  /** Instructions for agents: the previous text while a change awaits review. Empty for none. */
  readonly instructions: string;
  /** Its skills for agents, without those whose change awaits review. Null if it passes none through. */
  readonly skills: PinnedSkills | null;
  readonly fields: readonly SnapshotField[];
  /** Fields of the OAuth client; every credential mode uses the stack's values for them. */
  readonly clientFields: ReadonlySet<string>;
  readonly credentialMode: CredentialMode;
  /** False for a server that has no credential fields and keeps no state per end user. */
  readonly usesCredentials: boolean;
  /** Where each field's value is sent. Calls don't use a credential that was stored for another destination. */
  readonly destinations: Destinations;
};

/** The part of an enabled tool that calls and lists need. */
export type SnapshotTool = {
  /** The stable id, which does not depend on the stack. */
  readonly toolId: ToolId;
  /** Name in lists: the stack's name for the tool, or its id by default. Unique in the stack. */
  readonly exposedName: string;
  /** The upstream's own name. */
  readonly name: string;
  readonly title: string | null;
  /** The upstream's description, unless the stack overrides it. */
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  readonly annotations: JsonObject | null;
  /** The hints that rules use, if they differ from `annotations`: an MCP server's own hints may be untrusted. */
  readonly ruleHints?: JsonObject | null;
  /** The account's label for its results, which rules read; empty for none. */
  readonly resultLabel: string;
  /** Metadata for clients, which models don't see. Its links lead to this stack. Null for none. */
  readonly forClients: ForClients | null;
  readonly request: ToolRequest | null;
  /** Where its service expects an idempotency key; null if it doesn't support one. */
  readonly keyPlace: ServiceKeyPlace | null;
  /** True if the tool only reads, so that a call with an unknown outcome can be repeated. */
  readonly isSafe: boolean;
  /** Everyday requests that the tool serves, for search. Empty while a change of the tool awaits review. */
  readonly asks: readonly string[];
  /** True if the tool is also listed in search mode and code mode. */
  readonly isPinned: boolean;
  /**
   * Digest of the server's own definition (`core/reviews/definition.ts`). Empty if stored before digests existed.
   */
  readonly digest: string;
  /**
   * Why the tool cannot be called while a change awaits review; all fields above then have the previous definition.
   * Usually null.
   */
  readonly held: HeldChange | null;
  readonly server: SnapshotServer;
};

/**
 * Everything needed to list and call a stack's tools, except credentials (`storedCredentials.ts`). Immutable, and
 * cached until the stack's tools or settings change.
 */
export type StackSnapshot = {
  readonly stackId: StackId;
  readonly accountId: AccountId;
  /** Counts all changes of the stack, also of a snapshot of an earlier version. */
  readonly version: number;
  /** The number of the stack's version with these contents; null if none was recorded yet. */
  readonly stackVersion: number | null;
  readonly recordsCalls: boolean;
  /** How inputs and outputs of its calls are stored; null if they aren't. */
  readonly contents: ContentPolicy | null;
  /** The account's rules that apply here; null for none. */
  readonly policies: Policies | null;
  /** In the order that the servers were added. */
  readonly servers: readonly SnapshotServer[];
  /**
   * Enabled tools by exposed name, in listing order: by server in the order in which they were added, then in the
   * server's own order.
   */
  readonly tools: ReadonlyMap<string, SnapshotTool>;
  /**
   * Enabled tools that their server no longer lists, by exposed name and by id. They are not listed, but calls report
   * their state.
   */
  readonly removed: ReadonlyMap<string, SnapshotTool>;
  /** The stack's own skills, by name. */
  readonly skills: readonly ParsedSkill[];
  readonly memo: Memo;
};

/**
 * Caches values computed from a snapshot, such as a serialized tool list. Use a key for only one type of value.
 */
type Memo = <T>(key: string, build: () => T) => T;

/** The cache of one snapshot. */
export function createMemo(): Memo {
  const built = new Map<string, unknown>();
  return <T>(key: string, build: () => T): T => {
    if (!built.has(key)) built.set(key, build());
    // Safe cast: only this function writes the map.
    return built.get(key) as T;
  };
}

/** Maximum cached tool lists per stack, one for each set of visible tools. Further lists are rebuilt each time. */
export const VISIBLE_MAX = 4;
