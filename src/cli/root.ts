import { type Group, group } from './command.ts';

/** All commands. */
export const root: Group = group({
  description: 'Toolyard: one address for all the tools of your agents',
  examples: [
    'toolyard start',
    'toolyard login',
    'toolyard account create --name "My team"',
    'toolyard server import https://mcp.example.com/mcp --id example',
    'toolyard stack create --name demo',
    'toolyard stack add-server demo everything --all',
    'toolyard call demo everything_echo --input \'{"message":"hello"}\'',
  ],
  commands: {
    start: {
      description: 'Start the server',
      load: async () => (await import('./commands/start.ts')).start,
    },
    doctor: {
      description: 'Check this installation, and say what to do',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
    login: {
      description: 'Sign in with the browser, and keep an API key for this command line',
      load: async () => (await import('./commands/login.ts')).login,
    },
    logout: {
      description: 'End the API key of a profile, and forget the profile',
      load: async () => (await import('./commands/login.ts')).logout,
    },
    profile: {
      description: 'Logins of this computer, by name',
      load: async () => (await import('./commands/profile.ts')).profile,
    },
    open: {
      description: 'Open a page of the dashboard in the browser',
      load: async () => (await import('./commands/open.ts')).open,
    },
    account: {
      description: 'Accounts of this installation (operator)',
      load: async () => (await import('./commands/account.ts')).account,
    },
    key: {
      description: 'API keys',
      load: async () => (await import('./commands/key.ts')).key,
    },
    user: {
      description: 'People who sign in to the dashboard (operator)',
      load: async () => (await import('./commands/user.ts')).user,
    },
    endpoint: {
      description: 'Addresses for agents, each with its stack tokens',
      load: async () => (await import('./commands/endpoint.ts')).endpoint,
    },
    token: {
      description: 'Stack tokens of an endpoint',
      load: async () => (await import('./commands/token.ts')).token,
    },
    machine: {
      description: 'Programs that sign in without a browser (API)',
      load: async () => (await import('./commands/machine.ts')).machine,
    },
    issuer: {
      description: 'Identity providers whose JWTs become stack tokens (API)',
      load: async () => (await import('./commands/issuer.ts')).issuer,
    },
    server: {
      description: 'Marketplace servers: import, show, export, refresh (operator)',
      load: async () => (await import('./commands/server.ts')).server,
    },
    registry: {
      description: 'The MCP registry: find servers, and add them (operator)',
      load: async () => (await import('./commands/registry.ts')).registry,
    },
    stack: {
      description: 'Stacks: their servers, tools and credentials (API)',
      load: async () => (await import('./commands/stack.ts')).stack,
    },
    policy: {
      description: 'Rules that decide about every call of a tool (API)',
      load: async () => (await import('./commands/policy.ts')).policy,
    },
    approval: {
      description: 'Calls that a rule asks about: what waits, and the answers (API)',
      load: async () => (await import('./commands/approval.ts')).approval,
    },
    webhook: {
      description: 'Addresses that are told of approvals and alerts, in signed messages (API)',
      load: async () => (await import('./commands/webhook.ts')).webhook,
    },
    alert: {
      description: 'What somebody has to see to: failing tools, what ends soon, what waits for a review (API)',
      load: async () => (await import('./commands/alert.ts')).alert,
    },
    review: {
      description: 'Tools that have changed since they were enabled: what waits for a review (API)',
      load: async () => (await import('./commands/review.ts')).review,
    },
    init: {
      description: 'Connect a project: write the MCP configuration of its client',
      load: async () => (await import('./commands/init.ts')).init,
    },
    call: {
      description: 'Call a tool of a stack (API)',
      load: async () => (await import('./commands/call.ts')).call,
    },
    chat: {
      description: 'Talk to your tools: which of them your own model picks, and why (API)',
      load: async () => (await import('./commands/chat.ts')).chat,
    },
    activity: {
      description: 'Call records: who called, how each ended, and why it failed (API)',
      load: async () => (await import('./commands/activity.ts')).activity,
    },
    completion: {
      description: 'Complete commands and options in bash, zsh or fish',
      load: async () => (await import('./commands/completion.ts')).completionOf(root),
    },
    vault: {
      description: 'The keys that seal credentials (operator)',
      load: async () => (await import('./commands/vault.ts')).vault,
    },
    'signing-key': {
      description: 'The key that signs stack tokens (operator)',
      load: async () => (await import('./commands/vault.ts')).signingKey,
    },
    backup: {
      description: 'Write the whole database into one file, while the service runs (operator)',
      load: async () => (await import('./commands/backup.ts')).backup,
    },
    restore: {
      description: 'Bring a backup into an empty database, or check it (operator)',
      load: async () => (await import('./commands/backup.ts')).restore,
    },
    move: {
      description: 'Copy the database to another PostgreSQL, or back to the embedded one (operator)',
      load: async () => (await import('./commands/move.ts')).move,
    },
    migrate: {
      description: 'Bring the database to this version, without starting the service (operator)',
      load: async () => (await import('./commands/migrate.ts')).migrateCommand,
    },
    audit: {
      description: 'The record of changes (operator)',
      load: async () => (await import('./commands/audit.ts')).audit,
    },
  },
});
