import type { AuditAction } from '../../src/core/audit/audit.ts';
import type { Effect } from './changesKit.ts';

const NOTHING: Effect = { told: [], reread: {} };
/** The change is of a row that the other instance does not keep: it hears of it, and reads nothing again. */
const elsewhere = (...told: string[]): Effect => ({ told, reread: {} });

/**
 * Every action that a write verb can record, and what one such write does to an instance that keeps a snapshot, the
 * credentials of a stack and of two end users, an API key, a refused one, a session and a stack token.
 */
export const EFFECTS: Record<AuditAction, Effect> = {
  'account.create': NOTHING,
  'account.set_limits': { told: ['account'], reread: { api_keys: 1, sessions: 1, stack_tokens: 1 } },
  'api_key.create': NOTHING,
  'api_key.revoke': elsewhere('apiKey'),
  'invitation.create': NOTHING,
  'invitation.revoke': NOTHING,
  'user.create': NOTHING,
  'user.change_password': { told: ['user'], reread: { sessions: 1 } },
  'user.set_password': elsewhere('user'),
  'user.link': NOTHING,
  'user.release_email': NOTHING,
  'user.change_role': elsewhere('user'),
  'user.remove': elsewhere('user'),
  'session.create': NOTHING,
  'session.end': elsewhere('session'),
  'session.revoke': elsewhere('session'),
  'passkey.create': NOTHING,
  'passkey.remove': NOTHING,
  'server.import': { told: ['tools'], reread: { snapshots: 1 } },
  'server.remove': NOTHING,
  'server.offer': NOTHING,
  'server.schedule': NOTHING,
  'tool.hold': { told: ['tools'], reread: { snapshots: 1 } },
  'tool.accept': { told: ['tools'], reread: { snapshots: 1 } },
  'tool.refuse': { told: ['tools'], reread: { snapshots: 1 } },
  'account.hold_changes': NOTHING,
  'stack.create': NOTHING,
  'stack.update': { told: ['stackSettings'], reread: { snapshots: 1 } },
  'stack.delete': elsewhere('stackDeleted'),
  'stack.add_server': { told: ['tools'], reread: { snapshots: 1 } },
  'stack.update_tools': { told: ['tools'], reread: { snapshots: 1 } },
  'stack.remove_server': { told: ['tools'], reread: { snapshots: 1 } },
  'stack.update_credential_mode': { told: ['stackSettings'], reread: { snapshots: 1 } },
  'stack.update_tool': { told: ['tools'], reread: { snapshots: 1 } },
  'credentials.set': { told: ['credentials'], reread: { credentials: 1 } },
  'credentials.remove': { told: ['credentials'], reread: { credentials: 1 } },
  // Those of every owner: the stack, the two that are kept, and one that is not.
  'credentials.move': {
    told: ['tools', 'credentials', 'credentials', 'credentials', 'credentials'],
    reread: { snapshots: 1, credentials: 3 },
  },
  'credentials.bind': { told: ['credentials'], reread: { credentials: 1 } },
  'credentials.create_link': NOTHING,
  'credentials.connect': { told: ['credentials'], reread: { credentials: 1 } },
  'credentials.renew': { told: ['credentials'], reread: { credentials: 1 } },
  'credentials.reconnect_required': { told: ['credentials'], reread: { credentials: 1 } },
  'oauth_client.register': NOTHING,
  'oauth_client.forget': NOTHING,
  'endpoint.create': NOTHING,
  'endpoint.update': { told: ['endpoint'], reread: { stack_tokens: 1 } },
  'endpoint.delete': elsewhere('endpoint'),
  'endpoint.authorize': NOTHING,
  'token.create': NOTHING,
  'token.renew': NOTHING,
  'token.revoke': elsewhere('token'),
  'rule.create': { told: ['tools'], reread: { snapshots: 1 } },
  'approval.request': NOTHING,
  'approval.approve': NOTHING,
  'approval.deny': NOTHING,
  'approval.use': NOTHING,
  'rule.delete': { told: ['tools'], reread: { snapshots: 1 } },
  'vault.rotate': NOTHING,
  'signing_key.create': elsewhere('signingKeys'),
  'signing_key.rotate': elsewhere('signingKeys'),
  'audit.key': NOTHING,
  'access.refuse': NOTHING,
};
