import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Functions that write without checking a right, and the check before them. */
const GUARDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'approvals/approval.ts decide': 'approveCall and denyCall ask for the right `approve`',
  'approvals/announcement.ts claimCall': 'a call: callTool requires the right `invoke`',
  'approvals/heldCall.ts claimApproval': 'a call: callTool requires the right `invoke`',
  'approvals/pending.ts requestApproval': 'a call or a program: both require the right `invoke`',
  'audit/keyChains.ts keyChains': 'the start of the service',
  'audit/prune.ts cut': 'pruneAudit asks for the operator',
  'audit/refusals.ts recordRefusals': 'a job of the service',
  'authorization/code.ts issueFor': 'needs a code: approveAuthorization requires the right `write`',
  'authorization/issue.ts endStolenToken': 'needs a code or refresh token that was used before; only ends a token',
  'authorization/refresh.ts renew': 'needs a refresh token',
  'credentials/bind.ts bindOwners': 'the start of the service',
  'credentials/bind.ts findUses': 'the start of the service',
  'credentials/connect.ts finishConnect': 'needs a connect link',
  'credentials/connectLink.ts makeLink':
    'createConnectLink asks for the right `write`; a call that lacks a sign-in, for `invoke`',
  'credentials/shareApplication.ts share': 'updateApplicationSharing asks for the right `write` in the account',
  'credentials/shareApplication.ts shareIn': 'updateApplicationSharing asks for the right `write` in the account',
  'credentials/shareApplication.ts stopSharing': 'updateApplicationSharing asks for the right `write` in the account',
  'credentials/registration.ts deleteRegistration': 'needs a connect link',
  'credentials/registration.ts registerOwnClient': 'needs a connect link',
  'credentials/renewedTokens.ts change': 'a call: callTool requires the right `invoke`',
  'endpoints/signingKey.ts createFirstKey': 'makes the installation’s key once, for the first signature',
  'machines/grantedToken.ts writeRecord':
    'needs the secret or key of a service account: creating one requires the right `write`',
  'machines/subjectToken.ts keep': 'needs a JWT of a trusted issuer: adding one requires the right `admin`',
  'machines/trustedIssuer.ts deleteTrustedIssuer': 'findOwned requires the right `admin`',
  'machines/trustedIssuer.ts updateTrustedIssuer': 'findOwned requires the right `admin`',
  'marketplace/changeServerId.ts changeServerId': 'updateServer requires the right `write`',
  'marketplace/saveServer.ts saveCompared': 'saveServer asks for the right `write`',
  'marketplace/shipped.ts remember': 'saveServer, before it, asks for the right `write`',
  'people/passkeySignIn.ts finishPasskeySignIn': 'a sign-in, which a passkey proves',
  'people/session.ts signOut': 'ends the session that asks',
  'people/user.ts endSignIns': 'its callers ask: `signOutUser` for the right `admin`, `signOutEverywhere` for oneself',
  'people/signIn.ts join': 'needs an invitation or a sign-in at the identity provider',
  'people/signIn.ts signIn': 'a sign-in, which a password proves',
  'people/singleSignOn.ts signInWithIdentity': 'a sign-in, which the identity provider proves',
  'people/singleSignOn.ts link': 'a sign-in, which the identity provider proves',
  'policies/hints.ts updateHintTrust': 'hintedServer requires the right `admin`',
  'policies/hints.ts updateToolHints': 'hintedServer requires the right `admin`',
  'policies/resultLabels.ts updateResultLabel': 'hintedServer requires the right `admin`',
  'reviews/overdueRemovals.ts settle': 'a job of the service',
  'webhooks/deliver.ts disable': 'a job of the service',
  'webhooks/webhook.ts deleteWebhook': 'requireWebhook asks for the right `admin`',
  'webhooks/webhook.ts updateWebhook': 'requireWebhook asks for the right `admin`',
  'webhooks/webhook.ts testWebhook': 'requireWebhook asks for the right `admin`',
  'kernel/writeIdempotent.ts writeIdempotent': 'the verbs that call it, each of which is here or asks',
  'recovery/abandonKey.ts abandonInAccount': 'abandonKey asks for the operator',
  'recovery/abandonKey.ts forgetKey': 'abandonKey asks for the operator',
  'kernel/vault/rotate.ts dropUnusedKeys': 'rotateVault asks for the operator',
  'kernel/vault/rotate.ts rewrapOneBatch': 'rotateVault asks for the operator',
};

const DECLARATION = /^(?=(?:export )?(?:async )?(?:function|const) \w)/m;
const NAME = /^(?:export )?(?:async )?(?:function|const) (\w+)/;
const WRITES = /(?<![.\w])write(?:UnlessDone|Once)?\(/;
const ASKS = /\brequire(?:Right|RightIn|RightSomewhere|RightsOf|Operator|User|Rules|Approver)\(/;

it('every function that writes requires a right, or is listed with the check before it', () => {
  const files = globSync('src/core/**/*.ts').filter((file) =>
    /import \{[^}]*\bwrite(?:UnlessDone|Once)?\b/.test(readFileSync(file, 'utf8')),
  );
  const writers = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(DECLARATION)
      .filter((text) => NAME.test(text) && WRITES.test(text))
      .map((text) => ({ name: `${file.slice('src/core/'.length)} ${NAME.exec(text)?.[1]}`, asks: ASKS.test(text) })),
  );
  expect(writers.length).toBeGreaterThan(40);
  const silent = writers.filter(({ asks }) => !asks).map(({ name }) => name);
  expect(silent.toSorted()).toEqual(Object.keys(GUARDED_ELSEWHERE).toSorted());
});
