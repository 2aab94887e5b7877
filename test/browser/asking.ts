import { emailOf, type Name } from './losable.ts';

/** A dialog that confirms a deletion: its source file, the mutation that it sends, and how to reach it. */
export type Asking = {
  readonly file: string;
  readonly ends: string;
  readonly at: (stackId: string) => string;
  readonly opens: (name: Name) => string;
  readonly action: string;
  readonly isTyped?: boolean;
};

const stackAt =
  (tab = '') =>
  (stackId: string): string =>
    `/stacks/${stackId}${tab}`;
const opens = (verb: string) => (name: Name) => `${verb} ${name}`;
const SERVERS = { One: 'Everything', Two: 'Memory', Three: 'Linear' } as const;

export const ASKING: readonly Asking[] = [
  {
    ...{ file: 'stacks/DeleteStackDialog', ends: 'deleteStack', action: 'Delete stack', isTyped: true },
    ...{ at: () => '/stacks', opens: opens('Delete') },
  },
  {
    ...{ file: 'stacks/servers/RemoveServer', ends: 'removeServerFromStack', action: 'Remove server' },
    ...{ at: stackAt(), opens: (name) => `Remove ${SERVERS[name]}` },
  },
  {
    ...{ file: 'stacks/credentials/CredentialForm', ends: 'deleteCredential', action: 'Remove credential' },
    ...{ at: stackAt('/credentials'), opens: opens('Remove') },
  },
  {
    ...{ file: 'stacks/connect/DeleteEndpoint', ends: 'deleteClientEndpoint', action: 'Delete endpoint' },
    ...{ at: stackAt('/connect'), opens: opens('Delete endpoint') },
  },
  {
    ...{ file: 'stacks/connect/TokenTable', ends: 'revokeStackToken', action: 'Revoke token' },
    ...{ at: stackAt('/connect'), opens: opens('Revoke token') },
  },
  {
    ...{ file: 'stacks/skills/DeleteSkillDialog', ends: 'deleteSkill', action: 'Delete skill' },
    ...{ at: stackAt('/skills'), opens: (name) => `Delete ${name.toLowerCase()}` },
  },
  {
    ...{ file: 'stacks/machines/MachineTable', ends: 'revokeServiceAccount', action: 'Revoke service account' },
    ...{ at: stackAt('/machines'), opens: opens('Revoke') },
  },
  {
    ...{ file: 'stacks/machines/IssuerTable', ends: 'deleteTrustedIssuer', action: 'Stop trusting' },
    ...{ at: stackAt('/machines'), opens: opens('Stop trusting') },
  },
  {
    ...{ file: 'rules/RuleTable', ends: 'deletePolicyRule', action: 'Delete rule' },
    ...{ at: () => '/rules', opens: opens('Delete') },
  },
  {
    ...{ file: 'rules/LabelDialogs', ends: 'updateResultLabel', action: 'Remove label' },
    ...{ at: () => '/rules', opens: opens('Remove the label of') },
  },
  {
    ...{ file: 'approvals/WebhookCard', ends: 'deleteWebhook', action: 'Delete webhook' },
    ...{ at: () => '/inbox/notifications', opens: opens('Delete') },
  },
  {
    ...{ file: 'account/KeyTable', ends: 'revokeApiKey', action: 'Revoke key' },
    ...{ at: () => '/keys', opens: opens('Revoke') },
  },
  {
    ...{ file: 'account/PasskeyList', ends: 'revokePasskey', action: 'Remove passkey' },
    ...{ at: () => '/settings', opens: opens('Remove') },
  },
  {
    ...{ file: 'account/people/SignOutPerson', ends: 'signOutUser', action: 'Sign out' },
    ...{ at: () => '/people', opens: (name) => `Sign out ${emailOf(name)}` },
  },
  {
    ...{ file: 'account/people/RemovePersonDialog', ends: 'deleteUser', action: 'Remove' },
    ...{ at: () => '/people', opens: (name) => `Remove ${emailOf(name)}` },
  },
];

/** Dialogs that need their own test steps, by source file. A file with two dialogs occurs twice. */
export const APART = [
  // Tested by `jobs.browser.ts`.
  'pages/jobs/JobTable',
  'pages/server/OwnActions',
  'pages/stacks/connect/RestrictedTokensButton',
  'pages/account/SessionsSection',
  'pages/account/SessionsSection',
  'ui/SecretOnce',
];
