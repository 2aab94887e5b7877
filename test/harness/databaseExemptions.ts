type Exemption = { readonly why: string; readonly accesses: readonly string[] };

const SHOWN = 'found by what was shown for it, from which the account is then known';
const BY_KEY = 'by the key of a row that the verb has found within its scope';
const LAST_USE = 'notes when it was last used, which nobody asked for and no record needs';
const HELD = 'locks or reads, in the transaction, the row that the verb has found or that names the actor itself';
const BOUND = 'by the row that a sealed state or a lease names, whose owner was checked when that was made';
const CONDITION = 'a condition on rows of parents that the verb finds within its scope, or that it reads within it';

/**
 * Allowed accesses without a scope or outside `write()`, by file, each with its reason. Any other access is a mistake.
 */
export const EXEMPTIONS: Readonly<Record<string, Exemption>> = {
  'core/accounts/authenticate.ts': {
    why: `${SHOWN}; ${LAST_USE}`,
    accesses: ['apiKey.findUnique', 'apiKey.updateMany'],
  },
  'core/accounts/lockAdmin.ts': { why: HELD, accesses: ['$queryRaw'] },
  'core/accounts/maker.ts': {
    why: 'the ids are those of the actor and of a call of the account that it may decide about',
    accesses: ['apiKey.findUnique', 'serviceAccount.findMany', 'stackToken.findUnique'],
  },
  'core/alerts/evaluateAlerts.ts': {
    why: 'a job of the service, which looks at all accounts in turn and keeps what it finds of each in its own rows',
    accesses: ['$executeRaw', '$queryRaw'],
  },
  'core/alerts/ownMail.ts': {
    why: HELD,
    accesses: ['mail.deleteMany', 'mail.updateMany', 'user.findUniqueOrThrow', 'user.update'],
  },
  'core/alerts/waitingReviews.ts': {
    why: 'a part of that job: of the account that it looks at, in the statement',
    accesses: ['$queryRaw'],
  },
  'core/approvals/announcement.ts': {
    why: 'approvals of one run of a program, of the caller of that run only',
    accesses: ['approval.findMany'],
  },
  'core/approvals/pending.ts': {
    why: 'approvals of the caller and its call, in the account of the call',
    accesses: ['approval.findFirst'],
  },
  'core/kernel/audit/envelopes.ts': {
    why: 'the credentials that a change of its account names; whether the places of those that a chain tells of are there',
    accesses: ['$queryRaw', 'stackServer.findMany'],
  },
  'core/kernel/audit/key.ts': {
    why: 'keys of the installation’s chains, which no account has',
    accesses: ['auditKey.findUnique'],
  },
  'core/audit/prune.ts': {
    why: 'the operator removes what is too old, of all chains; that it was is audited before a row goes',
    accesses: ['$executeRaw', '$queryRaw'],
  },
  'core/audit/refusals.ts': {
    why: 'a job of the service, which asks of all accounts whose endpoints and people were refused',
    accesses: ['$queryRaw'],
  },
  'core/audit/verify.ts': { why: 'the operator verifies the chains of all accounts', accesses: ['$queryRaw'] },
  'core/authorization/code.ts': { why: SHOWN, accesses: ['authorizationCode.findUnique'] },
  'core/authorization/login.ts': {
    why: 'the key whose id the sealed code of this person names, with their account locked',
    accesses: ['apiKey.findUnique'],
  },
  'core/authorization/refresh.ts': { why: SHOWN, accesses: ['refreshToken.findUnique'] },
  'core/authorization/request.ts': {
    why: 'names the stack for which a person is to consent; whether they may is asked then',
    accesses: ['clientEndpoint.findUnique'],
  },
  'core/calls/cancellations.ts': {
    why: 'tells other instances of a digest that only the caller’s own request has; nothing is changed',
    accesses: ['$executeRaw'],
  },
  'core/callContents/contentRoom.ts': {
    why: 'counts what the accounts have of whose calls something is about to be kept',
    accesses: ['$queryRaw'],
  },
  'core/callRecords/copyDelivery.ts': {
    why: 'a job of the service, which leaves out what it has of deleted stacks',
    accesses: ['stack.findMany'],
  },
  'core/callRecords/erasures.ts': {
    why: 'a job of the service, which tells another store of deleted stacks; their deletion is audited',
    accesses: ['$queryRaw', 'callErasure.deleteMany'],
  },
  'core/callRecords/record.ts': {
    why: 'statistics, and what stacks keep of calls, written in batches and no change',
    accesses: ['$queryRaw', 'Prisma.sql'],
  },
  'core/callRecords/since.ts': {
    why: 'compares the transactions of calls of the account, which Prisma cannot',
    accesses: ['$queryRaw'],
  },
  'core/callRecords/versionFigures.ts': {
    why: 'the calls of endpoints that are found in scope first',
    accesses: ['$queryRaw'],
  },
  'core/callRecords/retention.ts': {
    why: 'removes what is too old, of all accounts',
    accesses: ['$executeRaw', '$queryRaw'],
  },
  'core/marketplace/refreshSchedule.ts': {
    accesses: ['$executeRaw', '$queryRaw'],
    why: 'the operator’s own clock takes servers that are due and says when next; what a refresh changes is audited',
  },
  'core/marketplace/toolNotices.ts': {
    accesses: ['$executeRaw'],
    why: 'writes when a server is due, of the account that called it',
  },
  'core/calls/idempotentCall.ts': {
    why: 'kept for minutes, by the caller’s own key; no change that anybody asked for',
    accesses: [
      ...['$executeRaw', '$queryRaw'],
      ...['idempotentCall.deleteMany', 'idempotentCall.findFirst', 'idempotentCall.updateMany'],
    ],
  },
  'core/jobs/job.ts': {
    why: 'of the caller: by its own key, or by the row that the verb has found; jobs are calls, which are recorded, not audited',
    accesses: ['job.create', 'job.deleteMany', 'job.findFirst', 'job.updateMany'],
  },
  'core/jobs/callOrJob.ts': { why: 'the row that the verb has just added', accesses: ['job.findUniqueOrThrow'] },
  'core/jobs/jobElicitation.ts': {
    why: 'of the caller: the row that the verb has found; jobs are calls, which are recorded, not audited',
    accesses: ['$executeRaw', 'job.findFirst', 'job.update'],
  },
  'core/jobs/jobEnd.ts': { why: BOUND, accesses: ['job.findFirst', 'job.updateManyAndReturn'] },
  'core/jobs/jobProgress.ts': { why: BOUND, accesses: ['job.updateMany'] },
  'core/jobs/jobRows.ts': {
    why: 'the service runs jobs of all accounts; each call is made as the caller that the job names',
    accesses: ['$executeRaw', '$queryRaw', 'Prisma.sql', 'job.findMany'],
  },
  'core/calls/storedCredentials.ts': { why: BY_KEY, accesses: ['credential.findMany'] },
  'core/credentials/addressValues.ts': { why: BY_KEY, accesses: ['credential.findMany'] },
  'core/credentials/bind.ts': {
    why: 'the start of the service, which binds the credentials of all accounts; each is audited in its own chain',
    accesses: ['$queryRaw', 'stackServer.findUnique'],
  },
  'core/credentials/connect.ts': {
    why: `${SHOWN}; a link is used once, outside the transaction that asks the provider`,
    accesses: ['$executeRaw', '$queryRaw', 'connectLink.findUnique'],
  },
  'core/credentials/connectLink.ts': { why: BY_KEY, accesses: ['connectLink.findFirst', 'credential.findMany'] },
  'core/credentials/oauthClient.ts': { why: BY_KEY, accesses: ['credential.findUnique'] },
  'core/credentials/renew.ts': {
    why: `${BOUND}; the lease is taken before the provider is asked, and no change`,
    accesses: ['$executeRaw', 'credential.findUnique'],
  },
  'core/callContents/settings.ts': { why: HELD, accesses: ['$queryRaw'] },
  'core/credentials/shareApplication.ts': { why: HELD, accesses: ['$queryRaw'] },
  'core/credentials/store.ts': { why: HELD, accesses: ['$queryRaw'] },
  'core/endpoints/signingKey.ts': {
    why: 'asks of all tokens whether a key is still needed',
    accesses: ['stackToken.findFirst'],
  },
  'core/endpoints/attenuatedCalls.ts': {
    why: 'counts a call of the token that makes it, which is no change by anybody',
    accesses: ['attenuatedCalls.deleteMany', 'attenuatedCalls.findMany'],
  },
  'core/endpoints/tokenReach.ts': {
    why: 'counts a call of the token that makes it, which is no change by anybody',
    accesses: ['apiKey.count', 'apiKey.updateMany', 'stackToken.count', 'stackToken.updateMany'],
  },
  'core/endpoints/verifyToken.ts': {
    why: `${SHOWN}; ${LAST_USE}`,
    accesses: ['stackToken.findUnique', 'stackToken.updateMany'],
  },
  'core/kernel/childPages.ts': {
    why: 'parts of statements, which give ids or count below rows; whoever names or reads the rows asks for the scope',
    accesses: ['$queryRaw', 'Prisma.sql'],
  },
  'core/kernel/consumeNonce.ts': {
    why: 'marks a question, a signed JWT or a challenge as used, by its own id; what it lets happen is recorded',
    accesses: ['usedChallenge.createMany', 'usedChallenge.deleteMany'],
  },
  'core/limits/countedBounds.ts': {
    why: 'what an account has of servers, which say whose they are by `owner`',
    accesses: ['$queryRaw'],
  },
  'core/endpoints/endpointLists.ts': { why: CONDITION, accesses: ['Prisma.sql'] },
  'core/machines/machineLists.ts': { why: CONDITION, accesses: ['Prisma.sql'] },
  'core/machines/clientAuthentication.ts': { why: SHOWN, accesses: ['serviceAccount.findUnique'] },
  'core/machines/identity.ts': { why: SHOWN, accesses: ['trustedIssuer.findFirst'] },
  'core/machines/identityGrant.ts': { why: HELD, accesses: ['serviceAccount.findFirst', 'trustedIssuer.findFirst'] },
  'core/machines/tokenExchange.ts': { why: SHOWN, accesses: ['clientEndpoint.findUnique'] },
  'core/machines/grantedToken.ts': {
    why: `${BY_KEY}, which was proven by what was shown`,
    accesses: ['stackToken.findFirst'],
  },
  'core/mail/deliver.ts': {
    why: 'a job of the service, which sends what is due to people of all accounts, and notes what came of it',
    accesses: ['$queryRaw', 'mail.findUnique', 'mail.updateMany'],
  },
  'core/people/authenticate.ts': {
    why: `${SHOWN}; ${LAST_USE}`,
    accesses: ['session.findFirst', 'session.updateMany'],
  },
  'core/people/claimedAddress.ts': {
    why: 'the person, of any account, who claimed an address that the identity provider proves to be another’s',
    accesses: ['user.findUnique'],
  },
  'core/people/invitation.ts': { why: SHOWN, accesses: ['invitation.findFirst'] },
  'core/people/passkey.ts': { why: HELD, accesses: ['$queryRaw'] },
  'core/people/passkeySignIn.ts': { why: SHOWN, accesses: ['passkey.findUnique'] },
  'core/people/signIn.ts': {
    why: `${SHOWN}; the change runs in the \`write()\` of \`join\``,
    accesses: ['invitation.findFirst', 'invitation.updateMany', 'user.findUnique'],
  },
  'core/people/singleSignOn.ts': { why: `${SHOWN}; ${HELD}`, accesses: ['$queryRaw', 'user.findUnique'] },
  'core/people/storedUser.ts': { why: HELD, accesses: ['user.findUnique'] },
  'core/people/user.ts': {
    why: 'whether the installation has any person yet',
    accesses: ['user.findFirst'],
  },
  'core/rehearsal/recordings.ts': {
    why: 'the stack and account are those of the caller’s snapshot',
    accesses: ['$queryRaw'],
  },
  'core/reviews/compare.ts': {
    why: 'earlier definitions of tools whose server the verb has found within its scope',
    accesses: ['$queryRaw'],
  },
  'core/reviews/hold.ts': {
    why: 'a part of statements that name the account: what it says of a server',
    accesses: ['Prisma.sql'],
  },
  'core/reviews/overdueRemovals.ts': {
    why: 'the service’s own clock looks for removals that have waited too long, in all accounts; settles one at a time',
    accesses: ['$queryRaw'],
  },
  'core/reviews/toolChange.ts': {
    why: 'within the scope that `whereOf` of the same file makes of `accountWhere`',
    accesses: ['keptDefinition.count', 'keptDefinition.findFirst', 'keptDefinition.findMany'],
  },
  'core/marketplace/upload.ts': {
    why: 'kept for half an hour, within its account, and no change: importing it is one',
    accesses: ['upload.deleteMany'],
  },
  'core/files/content.ts': {
    why: 'fills the file that the same call has just added; it counts towards a bound of the account',
    accesses: ['storedFile.updateMany'],
  },
  'core/files/storedFile.ts': {
    why: 'a call adds its own file, for its caller, and no change that anybody asked for; deleting one is audited. The service’s own clock removes the content of deleted files',
    accesses: ['deletedFile.deleteMany', 'deletedFile.findMany', 'storedFile.create', 'storedFile.deleteMany'],
  },
  'core/results/storedResult.ts': {
    why: 'kept for minutes and read by a handle and its reader; no change that anybody asked for',
    accesses: ['$queryRaw', 'storedResult.create', 'storedResult.deleteMany'],
  },
  'core/webhooks/deliver.ts': {
    why: 'the operator’s own clock takes messages that are due and notes what came of them; that a webhook was stopped is audited',
    accesses: ['$queryRaw', 'webhook.updateMany', 'webhookDelivery.findUnique', 'webhookDelivery.updateMany'],
  },
  'core/retention/ended.ts': {
    why: 'removes what has ended, of all accounts',
    accesses: ['$executeRaw', 'Prisma.sql'],
  },
  'core/search/toolVectors.ts': {
    why: 'rows that belong to no account: numbers for texts that the caller’s own stack has, by their digests',
    accesses: ['toolEmbedding.createMany', 'toolEmbedding.updateMany', 'toolEmbedding.updateManyAndReturn'],
  },
  'core/snapshots/versionRows.ts': {
    why: 'the review settings of the account whose stack was found in scope',
    accesses: ['account.findUniqueOrThrow'],
  },
  'core/kernel/findStack.ts': {
    why: 'the stacks that have the server that a write changes, in the account or in all of them',
    accesses: ['$queryRaw'],
  },
  'core/stacks/attention.ts': {
    why: 'goes on from the stacks that its first query finds in the account, and names the account for alerts',
    accesses: ['$queryRaw', 'Prisma.sql'],
  },
  'core/kernel/recordVersion.ts': {
    why: 'the stack that a write has just changed in its scope, and stacks of all accounts, for the operator',
    accesses: ['$queryRaw', 'Prisma.sql'],
  },
  'core/stacks/lackingTools.ts': { why: 'of rows that were found in scope', accesses: ['$queryRaw', 'Prisma.sql'] },
  'core/callRecords/lastCalls.ts': {
    why: 'a part of a statement: the totals and calls of the stack that the statement finds in its scope',
    accesses: ['Prisma.sql'],
  },
  'core/stacks/stackList.ts': {
    why: 'a condition on stacks that the statement finds in its scope, with the names of the servers in them',
    accesses: ['Prisma.sql'],
  },
  'core/stacks/serversOfStacks.ts': {
    why: 'a part of a statement, which gives ids; the verb reads rows by them within its scope',
    accesses: ['Prisma.sql'],
  },
  'core/stacks/wholeStacks.ts': { why: 'by keys of stacks that the verb lists in scope', accesses: ['$queryRaw'] },
  'core/kernel/storedRole.ts': { why: 'the key that acts, by its own id', accesses: ['apiKey.findFirst'] },
  'core/kernel/vault/keyCheck.ts': {
    why: 'before anything is served: whether this is the database of the master key',
    accesses: ['$queryRaw', 'auditEvent.count', 'vaultKey.create', 'vaultKey.update'],
  },
  'core/kernel/vault/rotate.ts': {
    why: 'wraps everybody’s data keys anew; every function is handed the transaction of a `write()`',
    accesses: [
      'auditKey.findMany',
      'auditKey.updateMany',
      'callContent.findMany',
      'callContent.updateMany',
      'chatModel.findMany',
      'chatModel.updateMany',
      'credential.findMany',
      'credential.updateMany',
      'oAuthRegistration.updateMany',
      'signingKey.updateMany',
      'webhook.findMany',
      'webhook.updateMany',
    ],
  },
  'start/sweepScratch.ts': { why: 'whether stacks of any account still exist', accesses: ['stack.findMany'] },
  'wire/health.ts': { why: 'whether a table can be read at all: no row is looked at', accesses: ['$queryRaw'] },
};
