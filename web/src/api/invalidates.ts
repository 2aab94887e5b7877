import type * as documents from '../gql/graphql.ts';

type NameIn<Key> = Key extends `${infer Name}Document` ? Name : never;

/** The name of a dashboard operation, such as `StacksList`. */
type OperationName = NameIn<keyof typeof documents>;

const STACK_LISTS = ['StacksList', 'PickStacks', 'ActivityStacks', 'PaletteFound', 'RulesCallers'] as const;
const TOOLS = ['StacksServers', 'StacksList', 'StacksEnabledTools', 'PlaygroundStack', 'PaletteTools'] as const;
const SERVERS_OF_A_STACK = [
  ...TOOLS,
  'StacksSkills',
  'Home',
  'MarketplaceHolding',
  'MarketplaceStack',
  'PickServerStacks',
] as const;
/** Queries that show missing credentials. */
const CREDENTIALS = ['HomeCredentialProblems', 'StacksList', 'StacksTotals'] as const;
/** Tokens loaded with their endpoints, and token searches. */
const TOKENS = ['StacksEndpoints', 'StacksTokens'] as const;
const ENDPOINTS = ['StacksEndpoints', 'StacksPickEndpoints', 'StacksMachines', 'StacksIssuers'] as const;
/** Pending reviews. */
const REVIEWS = ['ReviewsList', 'ReviewsInstructions', 'InboxReviews'] as const;
const APPROVALS = ['ApprovalsList', 'ApprovalsOne', 'InboxApprovals'] as const;
/** `APPROVALS`, and the query for the newest approvals that wait. */
const WAITING = [...APPROVALS, 'InboxNewest'] as const;
/** Versions of a stack, and plans of roll-backs. */
const VERSIONS = ['StacksVersions', 'StacksRollBackPlan'] as const;
const CALLS = [
  'ActivityCalls',
  'ActivityCount',
  'ActivityFigures',
  'ActivityCompared',
  'ActivityCalled',
  'ActivityTools',
  'ActivityUsage',
  'StacksUsage',
  'HomeLastDay',
] as const;
const SERVER = [
  'Server',
  'ServerTools',
  'ServerDocument',
  'StacksServerTools',
  'StacksPick',
  'MarketplaceServers',
  'MarketplaceTools',
  'ImportSaved',
  'RulesTools',
  'RulesLabels',
] as const;

/**
 * Queries to refetch after each mutation of the schema. `test/web/invalidates.test.ts` sends each mutation and
 * compares every query's response before and after.
 */
export const INVALIDATES = {
  createStack: [...STACK_LISTS, 'Home', ...CREDENTIALS, 'RulesList'],
  duplicateStack: [...STACK_LISTS, ...CREDENTIALS, 'RulesList'],
  updateStack: [
    ...STACK_LISTS,
    'PickedStack',
    'ActivityStack',
    'HomeCredentialProblems',
    'StacksHead',
    'PlaygroundStack',
    'PaletteTools',
    'MarketplaceStack',
    'ActivityCalls',
    'JobsList',
    ...VERSIONS,
  ],
  updateCallContents: ['ActivityStack', 'ActivityStacks', 'PlaygroundStack', 'StacksHead', ...VERSIONS],
  readCallContents: [],
  deleteStack: [
    ...STACK_LISTS,
    'PickedStack',
    'ActivityStack',
    ...CREDENTIALS,
    'Server',
    'StacksHead',
    'StacksSkills',
    ...SERVERS_OF_A_STACK,
    ...ENDPOINTS,
    'RulesList',
    'RulesExplain',
    ...WAITING,
    ...CALLS,
    'ActivityOfCaller',
    'ActivityCallers',
    'ActivityCallerName',
    'JobsList',
    ...VERSIONS,
    'StacksVersionDifferences',
  ],
  setSkill: ['StacksSkills', ...VERSIONS],
  deleteSkill: ['StacksSkills', ...VERSIONS],
  rollBackStack: [
    'StacksSkills',
    'ActivityStack',
    'ActivityStacks',
    'StacksHead',
    ...SERVERS_OF_A_STACK,
    ...CREDENTIALS,
    'RulesList',
    'RulesExplain',
    ...WAITING,
    ...VERSIONS,
  ],
  addServerToStack: [...SERVERS_OF_A_STACK, ...CREDENTIALS, ...VERSIONS],
  removeServerFromStack: [...SERVERS_OF_A_STACK, ...CREDENTIALS, ...VERSIONS],
  updateServerTools: [...TOOLS, ...CREDENTIALS, ...VERSIONS],
  updateStackTool: ['StacksEnabledTools', 'PlaygroundStack', 'PaletteTools', ...VERSIONS],
  setCredentials: ['StacksServers', 'Home', ...CREDENTIALS],
  deleteCredential: ['StacksServers', 'Home', ...CREDENTIALS],
  updateApplicationSharing: ['StacksServers', ...CREDENTIALS],
  createConnectLink: [],
  updateServerCredentialMode: ['StacksServers', ...CREDENTIALS, ...VERSIONS],
  createClientEndpoint: [
    ...TOKENS,
    'StacksEndpointFigures',
    'StacksPickEndpoints',
    'PlaygroundStack',
    'RulesCallers',
    'RulesCallerNames',
  ],
  updateClientEndpoint: ['StacksEndpoints'],
  deleteClientEndpoint: [
    ...ENDPOINTS,
    'StacksEndpointFigures',
    'StacksTokens',
    'PlaygroundStack',
    'RulesCallers',
    'RulesCallerNames',
  ],
  createServiceAccount: ['StacksMachines'],
  rotateServiceAccount: ['StacksMachines', ...TOKENS],
  revokeServiceAccount: ['StacksMachines', ...TOKENS],
  createTrustedIssuer: ['StacksIssuers'],
  deleteTrustedIssuer: ['StacksIssuers'],
  createStackToken: TOKENS,
  revokeStackToken: TOKENS,
  revokeTokenAttenuation: TOKENS,
  duplicateServer: ['StacksPick', 'MarketplaceServers', 'MarketplaceTotals', 'PaletteFound', 'RulesTools'],
  importServer: [
    ...SERVER,
    'MarketplaceHolding',
    'PickServerStacks',
    'MarketplaceTotals',
    'PaletteFound',
    ...TOOLS,
    ...REVIEWS,
    'StacksSkills',
    'HomeCredentialProblems',
  ],
  // Its slug can change only while no stack has it.
  updateServer: [...SERVER, 'MarketplaceHolding', 'PickServerStacks', 'PaletteFound'],
  refreshServerTools: [...SERVER, ...TOOLS, ...REVIEWS, ...VERSIONS],
  updateServerRefresh: ['Server'],
  updateServerHeldChanges: ['Server'],
  updateServerHintTrust: ['Server', 'ServerTools'],
  updateToolHints: ['ServerTools'],
  updateResultLabel: ['RulesLabels'],
  updateHeldChanges: ['ReviewsHeldKinds', 'Server'],
  deleteServer: [...SERVER, 'MarketplaceHolding', 'PickServerStacks', 'MarketplaceTotals', 'PaletteFound'],
  createPolicyRule: ['Home', 'RulesList', 'RulesExplain', ...VERSIONS],
  updatePolicyRule: ['RulesList', 'RulesExplain', ...APPROVALS, ...VERSIONS],
  deletePolicyRule: ['Home', 'RulesList', 'RulesExplain', ...WAITING, ...VERSIONS],
  acceptToolChanges: [...REVIEWS, 'StacksServers', 'StacksEnabledTools', 'PlaygroundStack'],
  // The inbox shows refused changes, too.
  refuseToolChanges: ['ReviewsList', 'ReviewsInstructions'],
  approveCall: WAITING,
  denyCall: WAITING,
  cancelJob: ['JobsList'],
  createWebhook: ['ApprovalsWebhooks'],
  deleteWebhook: ['ApprovalsWebhooks'],
  updateWebhook: ['ApprovalsWebhooks'],
  testWebhook: ['ApprovalsWebhooks'],
  updateChatModel: ['StacksChatModel'],
  deleteChatModel: ['StacksChatModel'],
  updateAlertRules: ['AlertsRules'],
  updateAlertMail: ['AlertsMail'],
  createApiKey: ['AccountKeys', 'AccountKeyTotals', 'RulesCallers'],
  revokeApiKey: ['AccountKeys', 'RulesCallers'],
  createInvitation: ['AccountPeople'],
  revokeInvitation: ['AccountPeople'],
  updateUserRole: ['AccountPeople'],
  deleteUser: ['AccountPeople', 'RulesCallers'],
  revokeSession: ['AccountSessions'],
  signOutUser: [],
  changePassword: ['AccountSessions'],
  finishPasskeyRegistration: ['AccountPasskeys'],
  revokePasskey: ['AccountPasskeys'],
} as const satisfies Readonly<Record<string, readonly OperationName[]>>;

export type ChangeName = keyof typeof INVALIDATES;

/** Every change is audited, but the audit log never shares a page with a change. So this costs no request. */
const ALWAYS: readonly string[] = ['AuditEvents', 'AuditCount'];

/** The query's name from its cache key, which starts with the query's text. */
const queryNameOf = ([text]: readonly unknown[]): string => /^\s*query (\w+)/.exec(String(text))?.[1] ?? '';

/** Queries that show inbox items. */
const OF_INBOX: readonly string[] = [
  ...APPROVALS,
  ...REVIEWS,
  'InboxAlerts',
  'AlertsList',
] satisfies readonly OperationName[];

export const showsInbox = (queryKey: readonly unknown[]): boolean => OF_INBOX.includes(queryNameOf(queryKey));

export function isInvalidated(changes: readonly ChangeName[], queryKey: readonly unknown[]): boolean {
  const name = queryNameOf(queryKey);
  const names: readonly string[] = changes.flatMap((change): readonly string[] => INVALIDATES[change]);
  return names.includes(name) || ALWAYS.includes(name);
}
