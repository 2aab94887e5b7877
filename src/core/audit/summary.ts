import type { AuditAction } from '../kernel/audit/action.ts';
import { isRecord } from '../lib/json.ts';
import { plural } from '../lib/text.ts';

type Details = Readonly<Record<string, unknown>>;

type AuditedChange = { readonly action: string; readonly targetId: string; readonly details: unknown };

const quoted = (value: unknown, before: string): string =>
  typeof value === 'string' && value !== '' ? `${before}${value}` : '';

const counted = (value: unknown, noun: string): string =>
  Array.isArray(value) ? plural(value.length, noun) : `${noun}s`;

type Words = (details: Details, targetId: string) => string;

const named =
  (phrase: string): Words =>
  ({ name }) =>
    phrase + quoted(name, ' ');

const onServer =
  (phrase: string): Words =>
  ({ serverId }, targetId) =>
    `${phrase} ${typeof serverId === 'string' ? serverId : targetId}`;

/** Summary of the events of `core/reviews/hold.ts`: changed tools, or changed server instructions. */
const changed = ({ tools, instructions, serverId }: Details): string =>
  (Array.isArray(instructions) ? 'changed instructions' : counted(tools, 'changed tool')) + quoted(serverId, ' of ');

const REFUSED: Readonly<Record<string, string>> = {
  rate_limited: 'requests over the rate limit',
  wrong_credential: 'requests without a valid key or token',
  revoked_credential: 'requests with a revoked key or token',
  expired_credential: 'requests with an expired token',
  wrong_network: 'requests from a network that their token does not allow',
  sign_in_failed: 'failed sign-ins',
};

const WORDS: Readonly<Record<AuditAction, Words>> = {
  'account.create': named('Created the account'),
  'account.set_limits': () => 'Changed the limits of the account',
  'api_key.create': named('Created the API key'),
  'api_key.update': named('Changed the API key'),
  'api_key.revoke': named('Revoked the API key'),
  'invitation.create': () => 'Invited a person',
  'invitation.revoke': () => 'Withdrew an invitation',
  'user.create': ({ email }) => `Added the person${quoted(email, ' ')}`,
  'user.change_password': () => 'Changed their password',
  'user.set_password': () => 'Set a person’s password',
  'user.link': ({ issuer }) => `Linked a person to single sign-on${quoted(issuer, ' at ')}`,
  'user.release_email': ({ email }) =>
    `Lost the e-mail address${quoted(email, ' ')} to the person verified by the provider`,
  'user.change_role': ({ role }) => `Changed a person’s role to${quoted(role, ' ')}`,
  'user.end_logins': () => 'Signed a person out everywhere',
  'user.set_alert_mail': ({ state }) =>
    state === 'off' ? 'Turned off their alert e-mails' : `${state === 'on' ? 'Confirmed' : 'Requested'} alert e-mails`,
  'user.remove': ({ email }) => `Removed the person${quoted(email, ' ')}`,
  'session.create': ({ passkeyId }) => (typeof passkeyId === 'string' ? 'Signed in with a passkey' : 'Signed in'),
  'session.end': () => 'Signed out',
  'session.revoke': () => 'Revoked a session',
  'passkey.create': named('Added the passkey'),
  'passkey.remove': named('Removed the passkey'),
  'server.import': (_details, id) => `Imported the server ${id}`,
  'server.remove': (_details, id) => `Removed the server ${id}`,
  'server.offer': (_details, id) => `Added the server ${id} to the marketplace`,
  'server.schedule': ({ when }, id) => `Scheduled the tool refresh of the server ${id}${quoted(when, ': ')}`,
  'tool.hold': (details) => `Held ${changed(details)} for a review`,
  'tool.accept': (details) => `Accepted ${changed(details)}`,
  'tool.refuse': (details) => `Refused ${changed(details)}`,
  'tool.forget': ({ tools, serverId }) => `Dropped ${counted(tools, 'removed tool')}${quoted(serverId, ' of ')}`,
  'server.hold_changes': (_details, id) => `Changed the review settings of the server ${id}`,
  'server.set_hints': ({ toolId }, id) => `Corrected the hints of ${quoted(toolId, '')} of the server ${id}`,
  'server.trust_hints': ({ trust }, id) =>
    `Set that rules ${trust === 'on' ? 'use' : 'don’t use'} unconfirmed hints of the server ${id}`,
  'server.label_results': ({ toolId, label }, id) =>
    label === 'none'
      ? `Removed the label of results of ${quoted(toolId, '') || `the server ${id}`}`
      : `Labelled results of ${quoted(toolId, '') || `the server ${id}`}${quoted(label, ' ')}`,
  'account.set_alerts': () => 'Changed the alert conditions',
  'account.set_chat_model': ({ model, host }) => `Set the chat model${quoted(model, ' to ')}${quoted(host, ' at ')}`,
  'account.remove_chat_model': () => 'Removed the chat model',
  'account.hold_changes': () => 'Changed the review settings of the account',
  'stack.create': named('Created the stack'),
  'stack.apply': named('Applied a document to the stack'),
  'stack.roll_back': ({ name, version }) =>
    `Rolled back the stack${quoted(name, ' ')}${typeof version === 'number' ? ` to version ${version}` : ''}`,
  'stack.update': ({ name, analyticsEnabled }) => {
    if (typeof name === 'string') return `Renamed a stack to ${name}`;
    if (typeof analyticsEnabled !== 'boolean') return 'Changed a stack';
    return `Turned call recording ${analyticsEnabled ? 'on' : 'off'}`;
  },
  'stack.delete': named('Deleted the stack'),
  'stack.add_server': onServer('Added the server'),
  'stack.update_tools': ({ enabledTools, serverId }) =>
    `Enabled ${counted(enabledTools, 'tool')}${quoted(serverId, ' of ')}`,
  'stack.remove_server': onServer('Removed the server'),
  'stack.update_credential_mode': onServer('Changed the credential mode of'),
  'stack.update_tool': ({ toolId }) => `Changed how agents see the tool${quoted(toolId, ' ')}`,
  'skill.set': named('Set the skill'),
  'skill.delete': named('Deleted the skill'),
  'stack.keep_contents': ({ days }) =>
    typeof days === 'number'
      ? `Set inputs and outputs of calls to be stored for ${plural(days, 'day')}`
      : 'Turned off storing inputs and outputs of calls',
  'stack.delete_contents': ({ calls }) =>
    `Deleted the stored inputs and outputs of ${typeof calls === 'number' ? plural(calls, 'call') : 'some calls'}`,
  'call.read_contents': () => 'Read the input and output of a call',
  'credentials.set': ({ serverId, fieldIds }) => `Stored ${counted(fieldIds, 'credential')}${quoted(serverId, ' of ')}`,
  'credentials.remove': ({ serverId, fieldIds }) =>
    `Removed ${counted(fieldIds, 'credential')}${quoted(serverId, ' of ')}`,
  'credentials.move': ({ serverId, fieldIds }) =>
    `The destination of ${counted(fieldIds, 'credential')}${quoted(serverId, ' of ')} changed: enter again`,
  'credentials.share': onServer('Shared the OAuth application of the server'),
  'credentials.unshare': onServer('Stopped sharing the OAuth application of the server'),
  'credentials.bind': () => 'Bound credentials to their destinations',
  'credentials.create_link': () => 'Created a link to sign in with a service',
  'credentials.connect': () => 'Signed in with a service',
  'credentials.renew': () => 'Renewed a sign-in with a service',
  'credentials.reconnect_required': () => 'A sign-in with a service has ended',
  'oauth_client.register': onServer('Registered with the service of'),
  'oauth_client.forget': onServer('Forgot the registration with the service of'),
  'endpoint.create': named('Created the endpoint'),
  'endpoint.update': named('Changed the endpoint'),
  'endpoint.delete': named('Deleted the endpoint'),
  'endpoint.authorize': ({ client }) => `Authorized an agent${quoted(client, ': ')}`,
  'token.create': () => 'Created a stack token',
  'token.update': () => 'Changed a stack token',
  'token.renew': () => 'Renewed a stack token',
  'token.revoke': () => 'Revoked a stack token',
  'token.revoke_attenuation': () => 'Revoked an attenuation of a stack token',
  'service_account.create': named('Created the service account'),
  'service_account.update': named('Changed the service account'),
  'service_account.rotate': named('Replaced the secret or keys of the service account'),
  'service_account.revoke': named('Revoked the service account'),
  'trusted_issuer.create': named('Trusted the issuer'),
  'trusted_issuer.update': named('Changed the trusted issuer'),
  'trusted_issuer.delete': named('Removed the trusted issuer'),
  'rule.create': named('Created the rule'),
  'rule.update': ({ isEnabled, name }) =>
    `${isEnabled === undefined ? 'Changed' : isEnabled ? 'Enabled' : 'Disabled'} the rule${quoted(name, ' ')}`,
  'rule.delete': named('Deleted the rule'),
  'approval.request': ({ toolId }) => `Requested an approval${quoted(toolId, ' to call ')}`,
  'approval.approve': ({ toolId, caller }) => `Approved a call${quoted(toolId, ' of ')}${quoted(caller, ' by ')}`,
  'approval.deny': ({ toolId, caller }) => `Denied a call${quoted(toolId, ' of ')}${quoted(caller, ' by ')}`,
  'approval.use': ({ toolId }) => `Used an approval${quoted(toolId, ' to call ')}`,
  'file.create_download': named('Created a download address of the file'),
  'file.delete': named('Deleted the file'),
  'webhook.create': named('Created the webhook'),
  'webhook.update': named('Changed the webhook'),
  'webhook.delete': named('Deleted the webhook'),
  'webhook.enable': named('Enabled the webhook'),
  'webhook.disable': ({ name, problem }) => `Disabled the webhook${quoted(name, ' ')}${quoted(problem, ': ')}`,
  'webhook.test': named('Tested the webhook'),
  'vault.rotate': () => 'Re-encrypted the credentials with another key',
  'vault.abandon_key': () => 'Deleted data sealed with a lost master key',
  'signing_key.create': () => 'Created a signing key',
  'signing_key.rotate': () => 'Changed the signing key',
  'access.refuse': ({ reason, count }) =>
    `Refused ${typeof count === 'number' ? count : 'some'} ${REFUSED[String(reason)] ?? 'requests'}`,
  'audit.key': () => 'Bound the audit log to the master key',
  'audit.prune': ({ events }) => `Removed ${typeof events === 'number' ? events : 'some'} old audit events`,
};

const isKnown = (action: string): action is AuditAction => Object.hasOwn(WORDS, action);

/** One-sentence summary of a change; the action name if there is no text for it. */
export function summaryOf({ action, targetId, details }: AuditedChange): string {
  return isKnown(action) ? WORDS[action](isRecord(details) ? details : {}, targetId) : action;
}

/** Actions whose summary contains this text, ignoring case. */
export const actionsMatching = (text: string): readonly string[] =>
  Object.entries(WORDS).flatMap(([action, words]) =>
    words({}, '').toLowerCase().includes(text.toLowerCase()) ? [action] : [],
  );
