/** A generated page about related groups and commands. */
export type Page = { readonly name: string; readonly title: string; readonly entries: readonly string[] };

export const PAGES: readonly Page[] = [
  { name: 'commands-stacks', title: 'Stack commands', entries: ['stack', 'init', 'open'] },
  { name: 'commands-servers', title: 'Server commands', entries: ['server', 'registry', 'review'] },
  {
    name: 'commands-access',
    title: 'Access commands',
    entries: ['login', 'logout', 'profile', 'key', 'endpoint', 'token', 'service-account', 'issuer', 'signing-key'],
  },
  {
    name: 'commands-calls',
    title: 'Call commands',
    entries: ['call', 'activity', 'job', 'chat', 'policy', 'approval', 'alert', 'webhook'],
  },
  {
    name: 'commands-operator',
    title: 'Operator commands',
    entries: [
      ...['start', 'doctor', 'config', 'account', 'user', 'vault', 'audit'],
      ...['backup', 'restore', 'move', 'migrate', 'completion'],
    ],
  },
];

/** The generated documents, without `.md`. */
export const CLI_PAGES: readonly string[] = ['commands', ...PAGES.map(({ name }) => name)];
