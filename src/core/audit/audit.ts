import type { Ctx, Tx } from '../context.ts';

export type AuditAction =
  | 'account.create'
  | 'account.set_limits'
  | 'api_key.create'
  | 'api_key.revoke'
  | 'server.import'
  | 'server.remove'
  | 'stack.create'
  | 'stack.update'
  | 'stack.delete'
  | 'stack.add_server'
  | 'stack.update_tools'
  | 'stack.remove_server'
  | 'credentials.set'
  | 'credentials.remove'
  | 'endpoint.create'
  | 'endpoint.delete'
  | 'token.create'
  | 'token.revoke'
  | 'vault.rotate'
  | 'signing_key.rotate';

export type AuditEntry = {
  readonly action: AuditAction;
  readonly target: {
    readonly kind: 'account' | 'api_key' | 'server' | 'stack' | 'endpoint' | 'token' | 'vault' | 'signing_key';
    readonly id: string;
  };
  readonly stackId?: string;
  /** The chain to write to, when it is not the actor's account: a new account starts its own. */
  readonly chain?: string;
  /** Names of what changed, never a value. */
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
};

/** Appends to the chain of the actor's account (`operator` for marketplace work) inside the caller's transaction. */
export async function appendAudit(_ctx: Ctx, _tx: Tx, _entry: AuditEntry): Promise<void> {
  throw new Error('written next');
}
