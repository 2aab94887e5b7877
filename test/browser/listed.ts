/** A list of the dashboard, and how to search it. */
export type List = {
  readonly name: string;
  readonly path: string;
  /** The search field’s name. */
  readonly label: string;
  /** The total shown for the whole list. */
  readonly total: string | RegExp;
  /** A search text, and the total shown for it. */
  readonly hit: readonly [text: string, total: string | RegExp];
  /** The label of another sort order, its value in the URL, and the row that comes first in that order. */
  readonly sort?: readonly [label: string, word: string, first: string | RegExp];
  /** The label of a filter, its value in the URL, and the total shown for it. */
  readonly show?: readonly [label: string, word: string, total: string | RegExp];
};

const CONNECT = '/stacks/stack_00000000-0000-7000-8000-000000000001/connect';
export const MACHINES = '/stacks/stack_00000000-0000-7000-8000-000000000001/machines';
/** The lists that may be long, for an account created by `many.ts`. */
export const LISTS: readonly List[] = [
  {
    name: 'stacks',
    path: '/stacks',
    label: 'Search stacks',
    total: '1,000 stacks, 52 need attention',
    hit: ['project 0042', '1 of 1,000 stacks'],
    sort: ['Name', 'name', 'Project 0001'],
    show: ['Need attention', 'attention', '52 of 1,000 stacks'],
  },
  {
    name: 'servers',
    path: '/marketplace',
    label: 'Search servers and tools',
    total: /^\d+ servers, 7 failed to refresh$/,
    hit: ['0123', /^1 of \d+ servers$/],
    sort: ['Newest first', 'newest', 'Own server'],
    show: ['Refresh failed', 'attention', /^7 of \d+ servers$/],
  },
  {
    name: 'API keys',
    path: '/keys',
    label: 'Search API keys',
    total: '151 API keys',
    hit: ['program 0042', '1 of 151 API keys'],
    sort: ['Name', 'name', 'Program 0001'],
    show: ['Revoked or expired', 'over', '30 of 151 API keys'],
  },
  {
    name: 'people',
    path: '/people',
    label: 'Search people',
    total: '301 people',
    hit: ['person0042', '1 of 301 people'],
    sort: ['Email', 'name', 'owner@example.com'],
    show: ['Never signed in', 'never', '150 of 301 people'],
  },
  {
    name: 'alerts',
    path: '/inbox/alerts',
    label: 'Search alerts',
    total: '1,000 alerts, 700 open',
    hit: ['program 0042', '1 of 1,000 alerts'],
    sort: ['Title', 'name', 'own2_tool'],
    show: ['Failing tool', 'failing_tool', '12 of 1,000 alerts'],
  },
  {
    name: 'client endpoints',
    path: CONNECT,
    label: 'Search client endpoints',
    total: '300 client endpoints',
    // The search also finds an endpoint by the name of its token.
    hit: ['token 0042', '1 of 300 client endpoints'],
    sort: ['Name', 'name', 'Agent 0001'],
  },
  {
    name: 'tokens',
    path: CONNECT,
    label: 'Search tokens of Agent 0300',
    total: '300 tokens',
    hit: ['token 0042', '1 of 300 tokens'],
    sort: ['Last used', 'used', 'Token 0001'],
    show: ['Revoked or expired', 'over', '30 of 300 tokens'],
  },
  {
    name: 'service accounts',
    path: MACHINES,
    label: 'Search service accounts',
    total: '100 service accounts',
    hit: ['machine 0042', '1 of 100 service accounts'],
    sort: ['Name', 'name', 'Machine 0001'],
    show: ['Expired', 'over', '20 of 100 service accounts'],
  },
  {
    name: 'trusted issuers',
    path: MACHINES,
    label: 'Search trusted issuers',
    total: '60 trusted issuers',
    hit: ['login42.', '1 of 60 trusted issuers'],
    sort: ['Oldest first', 'oldest', 'Issuer 0001'],
  },
  {
    name: 'rules',
    path: '/rules',
    label: 'Search rules',
    total: '90 rules',
    hit: ['rule 0042', '1 of 90 rules'],
    sort: ['Newest first', 'newest', 'Rule 0090'],
    show: ['Deny', 'deny', '30 of 90 rules'],
  },
  {
    name: 'approvals',
    path: '/inbox/approvals',
    label: 'Search approvals',
    total: '150 approvals, 120 waiting',
    hit: ['tool0042', '1 of 150 approvals'],
    sort: ['Oldest first', 'oldest', 'own2_tool0001'],
    show: ['Decided', 'decided', '30 of 150 approvals'],
  },
  {
    name: 'reviews',
    path: '/inbox/reviews',
    label: 'Search changes',
    total: '120 changes',
    hit: ['own server 0042', '3 of 120 changes'],
    sort: ['Newest first', 'newest', 'own4_tool1'],
    show: ['Breaking', 'breaking', '40 of 120 changes'],
  },
];
