import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Functions that write without checking a right, and the check before them. */
const GUARDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'approvals/approval.ts decide': 'approveCall and denyCall ask for the right `approve`',
  'approvals/heldCall.ts hold': 'a call, which callTool asked the right `invoke` for',
  'approvals/heldCall.ts claimApproval': 'a call, which callTool asked the right `invoke` for',
  'audit/keyChains.ts keyChain': 'the start of the service',
  'audit/prune.ts cut': 'pruneAudit asks for the operator',
  'audit/refusals.ts recordRefusals': 'a job of the service',
  'authorization/code.ts issueFor': 'whoever holds a code, which approveAuthorization asked the right `write` for',
  'authorization/issue.ts endStolenToken':
    'whoever holds a code or refresh token that was used already: it ends a token',
  'authorization/refresh.ts renew': 'whoever holds a refresh token',
  'credentials/bind.ts bindOwners': 'the start of the service',
  'credentials/bind.ts findUses': 'the start of the service',
  'credentials/connect.ts finishConnect': 'whoever holds a connect link',
  'credentials/connectLink.ts makeLink':
    'createConnectLink asks for the right `write`; a call that lacks a sign-in, for `invoke`',
  'credentials/shareApplication.ts share': 'updateApplicationSharing asks for the right `write` in the account',
  'credentials/shareApplication.ts shareIn': 'updateApplicationSharing asks for the right `write` in the account',
  'credentials/shareApplication.ts stopSharing': 'updateApplicationSharing asks for the right `write` in the account',
  'credentials/registration.ts deleteRegistration': 'whoever holds a connect link',
  'credentials/registration.ts registerOwnClient': 'whoever holds a connect link',
  'credentials/renewedTokens.ts change': 'a call, which callTool asked the right `invoke` for',
  'endpoints/signingKey.ts createIfAbsent': 'whatever needs a signature first: it makes the installation’s key, once',
  'machines/grantedToken.ts writeRecord':
    'whoever shows what a service account has, which needs the right `write` to make',
  'machines/subjectToken.ts keep':
    'whoever shows a JWT of an identity provider, which needs the right `admin` to trust',
  'machines/trustedIssuer.ts deleteTrustedIssuer': 'findOwned requires the right `admin`',
  'machines/trustedIssuer.ts updateTrustedIssuer': 'findOwned requires the right `admin`',
  'marketplace/changeServerId.ts changeServerId': 'updateServer requires the right `write`',
  'marketplace/saveServer.ts saveCompared': 'saveServer asks for the right `write`',
  'marketplace/shipped.ts remember': 'saveServer, before it, asks for the right `write`',
  'people/passkeySignIn.ts finishPasskeySignIn': 'a sign-in, which a passkey proves',
  'people/session.ts signOut': 'ends the session that asks',
  'people/user.ts endSignIns': 'its callers ask: `signOutUser` for the right `admin`, `signOutEverywhere` for oneself',
  'people/signIn.ts join': 'whoever holds an invitation, or whom the identity provider vouches for',
  'people/signIn.ts signIn': 'a sign-in, which a password proves',
  'people/singleSignOn.ts enter': 'a sign-in, which the identity provider proves',
  'people/singleSignOn.ts link': 'a sign-in, which the identity provider proves',
  'policies/hints.ts updateHintTrust': 'hintedServer requires the right `admin`',
  'policies/hints.ts updateToolHints': 'hintedServer requires the right `admin`',
  'reviews/overdueRemovals.ts settle': 'a job of the service',
  'webhooks/deliver.ts disable': 'a job of the service',
  'webhooks/webhook.ts deleteWebhook': 'requireWebhook asks for the right `admin`',
  'webhooks/webhook.ts updateWebhook': 'requireWebhook asks for the right `admin`',
  'webhooks/webhook.ts testWebhook': 'requireWebhook asks for the right `admin`',
  'writeIdempotent.ts writeIdempotent': 'the verbs that call it, each of which is here or asks',
  'vault/abandonKey.ts abandonInAccount': 'abandonKey asks for the operator',
  'vault/abandonKey.ts forgetKey': 'abandonKey asks for the operator',
  'vault/rotate.ts dropUnusedKeys': 'rotateVault asks for the operator',
  'vault/rotate.ts rewrapOneBatch': 'rotateVault asks for the operator',
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
