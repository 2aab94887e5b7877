import { type Group, group } from './command.ts';

/** All commands. */
export const root: Group = group({
  description: 'Toolyard: one endpoint for all your agents’ tools',
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
      description: 'Check this installation and suggest fixes',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
    config: {
      description: 'The settings of this installation (operator)',
      load: async () => (await import('./commands/config.ts')).config,
    },
    login: {
      description: 'Sign in with the browser and save an API key in a profile',
      load: async () => (await import('./commands/login.ts')).login,
    },
    logout: {
      description: 'Revoke a profile’s API key and delete the profile',
      load: async () => (await import('./commands/login.ts')).logout,
    },
    profile: {
      description: 'Saved logins of this computer',
      load: async () => (await import('./commands/profile.ts')).profile,
    },
    open: {
      description: 'Open a dashboard page in the browser',
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
      description: 'Dashboard users (operator)',
      load: async () => (await import('./commands/user.ts')).user,
    },
    endpoint: {
      description: 'Endpoints for agents, with their stack tokens',
      load: async () => (await import('./commands/endpoint.ts')).endpoint,
    },
    token: {
      description: 'Stack tokens of an endpoint',
      load: async () => (await import('./commands/token.ts')).token,
    },
    'service-account': {
      description: 'Service accounts: programs that authenticate without a browser (API)',
      load: async () => (await import('./commands/serviceAccount.ts')).serviceAccount,
    },
    issuer: {
      description: 'Identity providers whose JWTs can be exchanged for stack tokens (API)',
      load: async () => (await import('./commands/issuer.ts')).issuer,
    },
    server: {
      description: 'Marketplace servers: import, show, export, refresh (operator)',
      load: async () => (await import('./commands/server.ts')).server,
    },
    registry: {
      description: 'Find and add servers from the MCP registry (operator)',
      load: async () => (await import('./commands/registry.ts')).registry,
    },
    stack: {
      description: 'Stacks with their servers, tools and credentials (API)',
      load: async () => (await import('./commands/stack.ts')).stack,
    },
    policy: {
      description: 'Rules that allow, deny or hold tool calls (API)',
      load: async () => (await import('./commands/policy.ts')).policy,
    },
    approval: {
      description: 'Approve or deny calls that a rule holds (API)',
      load: async () => (await import('./commands/approval.ts')).approval,
    },
    webhook: {
      description: 'Webhooks: signed messages about approvals and alerts (API)',
      load: async () => (await import('./commands/webhook.ts')).webhook,
    },
    alert: {
      description: 'Alerts: failing tools, expiring tokens and credentials, changes to review (API)',
      load: async () => (await import('./commands/alert.ts')).alert,
    },
    review: {
      description: 'Review tools that changed after they were enabled (API)',
      load: async () => (await import('./commands/review.ts')).review,
    },
    init: {
      description: 'Write a project’s MCP client configuration and create its endpoint (API)',
      load: async () => (await import('./commands/init.ts')).init,
    },
    call: {
      description: 'Call a tool of a stack (API)',
      load: async () => (await import('./commands/call.ts')).call,
    },
    job: {
      description: 'Jobs: calls that run in the background (API)',
      load: async () => (await import('./commands/job.ts')).job,
    },
    chat: {
      description: 'Test which tools the account’s model picks, and why (API)',
      load: async () => (await import('./commands/chat.ts')).chat,
    },
    activity: {
      description: 'List call records, with caller, outcome and error (API)',
      load: async () => (await import('./commands/activity.ts')).activity,
    },
    completion: {
      description: 'Shell completion for bash, zsh and fish',
      load: async () => (await import('./commands/completion.ts')).completionOf(root),
    },
    vault: {
      description: 'Encryption keys of credentials (operator)',
      load: async () => (await import('./commands/vault.ts')).vault,
    },
    'signing-key': {
      description: 'Signing key of stack tokens (operator)',
      load: async () => (await import('./commands/vault.ts')).signingKey,
    },
    backup: {
      description: 'Back up the whole database to a file while the service runs (operator)',
      load: async () => (await import('./commands/backup.ts')).backup,
    },
    restore: {
      description: 'Restore a backup into an empty database, or check it (operator)',
      load: async () => (await import('./commands/backup.ts')).restore,
    },
    move: {
      description: 'Copy the database to another PostgreSQL, or back to the embedded one (operator)',
      load: async () => (await import('./commands/move.ts')).move,
    },
    migrate: {
      description: 'Run database migrations without starting the service (operator)',
      load: async () => (await import('./commands/migrate.ts')).migrateCommand,
    },
    audit: {
      description: 'Audit log (operator)',
      load: async () => (await import('./commands/audit.ts')).audit,
    },
  },
});
