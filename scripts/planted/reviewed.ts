import type { Fault } from './fault.ts';

const core = 'src/core';
const results = 'test/core/results';
const needsAnother = 'test/core/approvals/needsAnother.test.ts';
const connect = 'test/core/credentials/connect.test.ts';

/** Checks of code that the other lists don't cover. */
export const REVIEWED: readonly Fault[] = [
  {
    guarantee: 'a single sign-on ends after ten minutes',
    file: `${core}/people/singleSignOn.ts`,
    from: 'parsed.success && parsed.data.expiresAtMs > now().getTime() ?',
    to: 'parsed.success ?',
    test: 'test/core/people/singleSignOn.test.ts',
  },
  {
    guarantee: 'a kept result ends before it is swept',
    file: `${core}/results/storedResult.ts`,
    from: ' AND expires_at > ',
    to: ' AND to_timestamp(0) < ',
    test: `${results}/storedResult.test.ts`,
  },
  {
    guarantee: 'a confirmation of alert emails is one person’s',
    file: `${core}/alerts/ownMail.ts`,
    from: 'opened?.userId === id && opened.email',
    to: 'opened?.email',
    test: 'test/core/mail/deliver.test.ts',
  },
  {
    guarantee: 'a rule can ask for another person',
    file: `${core}/approvals/approval.ts`,
    from: 'if (row.rule.needsAnother || (await announcedNeedAnother(ctx, row))) {',
    to: 'if (row.id === null) {',
    test: needsAnother,
  },
  {
    guarantee: 'the maker of an API key counts as its caller',
    file: `${core}/accounts/maker.ts`,
    from: 'key?.userId, key?.makerId',
    to: 'key?.userId',
    test: needsAnother,
  },
  {
    guarantee: 'the person of a login counts as its caller',
    file: `${core}/accounts/maker.ts`,
    from: 'key?.userId, key?.makerId',
    to: 'key?.makerId',
    test: needsAnother,
  },
  {
    guarantee: 'the maker of a service account counts as its caller',
    file: `${core}/accounts/maker.ts`,
    from: '...rows.map(({ makerId }) => makerId)',
    to: '',
    test: needsAnother,
  },
  {
    guarantee: 'a new secret makes its maker the caller',
    file: `${core}/machines/serviceAccount.ts`,
    from: 'rotatedAt: ctx.now(), makerId }',
    to: 'rotatedAt: ctx.now() }',
    test: needsAnother,
  },
  {
    guarantee: 'a connect link leads on only from its own page',
    file: 'src/oauth/connect.ts',
    from: '  requireOwnForm(request, edge.publicUrl());',
    to: '',
    test: connect,
  },
  {
    guarantee: 'a connect link names the end user',
    file: `${core}/credentials/connect.ts`,
    from: "endUser: place.endUser === '' ? null : place.endUser,",
    to: 'endUser: null,',
    test: connect,
  },
  {
    guarantee: 'secrets in lines are found',
    file: `${core}/results/denseText.ts`,
    from: 'if (joined === null) return;',
    to: 'if (joined !== undefined) return;',
    test: `${results}/wrappedText.test.ts`,
  },
  {
    guarantee: 'binary answers are searched',
    file: `${core}/results/scrub.ts`,
    from: "Buffer.from(output.base64, 'base64')",
    to: "Buffer.from('')",
    test: `${results}/wrappedText.test.ts`,
  },
  {
    guarantee: 'patterns count their repetitions',
    file: `${core}/conditions/patternCost.ts`,
    from: 'top.last * timesOf(text) + 1',
    to: 'top.last + 1',
    test: 'test/core/conditions/patternCost.test.ts',
  },
];
