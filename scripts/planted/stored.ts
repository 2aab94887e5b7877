import type { Fault } from './fault.ts';

const core = 'src/core';
const contents = 'test/core/callContents';
const mail = 'test/core/mail/deliver.test.ts';
const hold = 'test/core/reviews/hold.test.ts';

/**
 * Stored data, its retention and who can read it: contents and records of calls, mail, definitions, copies of stacks.
 */
export const STORED: readonly Fault[] = [
  {
    guarantee: 'contents of calls end at their time, before they are swept',
    file: `${core}/callContents/read.ts`,
    from: ', stack: accountWhere(ctx.actor), expiresAt: { gt: ctx.now() } };',
    to: ', stack: accountWhere(ctx.actor) };',
    test: `${contents}/contents.test.ts`,
  },
  {
    guarantee: 'contents of calls hold no value of a credential',
    file: `${core}/callContents/seal.ts`,
    from: 'await scrubber.object({ of: redact(side, value, redaction) });',
    to: '{ of: redact(side, value, redaction) };',
    test: `${contents}/contents.test.ts`,
  },
  {
    guarantee: 'contents of calls have a bound for each account',
    file: `${core}/callContents/contentRoom.ts`,
    from: 'own.bytes + bytes > own.max',
    to: 'own.bytes < 0',
    test: `${contents}/waiting.test.ts`,
  },
  {
    guarantee: 'a name is redacted however it is written',
    file: `${core}/callContents/redact.ts`,
    from: "name.toLowerCase().replace(/[-_.\\s]/g, '');",
    to: 'name;',
    test: `${contents}/redact.test.ts`,
  },
  {
    guarantee: 'JSON within a text is redacted',
    file: `${core}/callContents/redact.ts`,
    from: 'if (!/^\\s*[[{]/.test(text)) return text;',
    to: 'if (text.length >= 0) return text;',
    test: `${contents}/redact.test.ts`,
  },
  {
    guarantee: 'the oldest records of an account beyond its bound go',
    file: `${core}/callRecords/recordsBound.ts`,
    from: 'if (now.calls <= now.max) continue;',
    to: 'if (now.calls >= 0) continue;',
    test: 'test/core/callRecords/recordsBound.test.ts',
  },
  {
    guarantee: 'a watcher that is too slow is ended',
    file: `${core}/callRecords/live.ts`,
    from: 'if (waiting.values.length < WAITING_MAX) waiting',
    to: 'if (waiting.values.length >= 0) waiting',
    test: 'test/core/callRecords/live.test.ts',
  },
  {
    guarantee: 'a watcher that may see no more gets nothing more',
    file: `${core}/callRecords/live.ts`,
    from: '    waiting.values.length = 0;\n',
    to: '',
    test: 'test/core/callRecords/live.test.ts',
  },
  {
    guarantee: 'statistics of somebody who sees single stacks are of those alone',
    file: `${core}/callRecords/statistics.ts`,
    from: 'const single = singleStacks(actor);',
    to: 'const single = singleStacks(actor) && null;',
    test: 'test/core/callRecords/callRecords.test.ts',
  },
  {
    guarantee: 'a token that can be renewed is not swept',
    file: `${core}/retention/ended.ts`,
    from: 'used_at IS NULL AND refresh_token.expires_at > ',
    to: 'used_at IS NULL AND refresh_token.expires_at < ',
    test: 'test/core/retention/ended.test.ts',
  },
  {
    guarantee: 'alerts reach the address that a person has confirmed',
    file: `${core}/mail/outbox.ts`,
    from: 'alertEmail === email && mayDo(',
    to: 'alertEmail !== null && mayDo(',
    test: mail,
  },
  {
    guarantee: 'alerts reach those who see all of the account',
    file: `${core}/mail/outbox.ts`,
    from: "alertEmail === email && mayDo({ role: toRole(role) }, 'read')",
    to: 'alertEmail === email && toRole(role) !== undefined',
    test: mail,
  },
  {
    guarantee: 'mail that is refused for good is not sent again',
    file: `${core}/mail/deliver.ts`,
    from: 'answer.isFinal ? undefined : RETRY',
    to: 'answer.isFinal && attempts < 0 ? undefined : RETRY',
    test: mail,
  },
  {
    guarantee: 'a server that goes elsewhere waits for a review',
    file: `${core}/reviews/definition.ts`,
    from: "new Set(['source', ",
    to: "new Set(['source', 'baseUrl', ",
    test: hold,
  },
  {
    guarantee: 'callers see the kept definition of a tool that waits',
    file: `${core}/snapshots/toSnapshot.ts`,
    from: 'held ? toDefinition(held) : definedBy(tool);',
    to: 'definedBy(tool);',
    test: hold,
  },
  {
    guarantee: 'a refusal is of one definition',
    file: `${core}/snapshots/toSnapshot.ts`,
    from: 'isRefused: refusedDigest === tool.digest }',
    to: 'isRefused: refusedDigest !== null }',
    test: hold,
  },
  {
    guarantee: 'a change of a stack also drops its pinned versions',
    file: `${core}/snapshots/readSnapshot.ts`,
    from: 'const of = number === undefined ? undefined : stackId;',
    to: 'const of = undefined;',
    test: 'test/core/endpoints/pinnedVersions.test.ts',
  },
  {
    guarantee: 'a version that an endpoint is pinned to is not deleted',
    file: `${core}/kernel/recordVersion.ts`,
    from: 'version.number IN (endpoint.pinned_version, endpoint.canary_version)',
    to: 'version.number IN (endpoint.canary_version)',
    test: 'test/core/endpoints/pinnedVersions.test.ts',
  },
  {
    guarantee: 'kept definitions of a tool are bounded',
    file: `${core}/reviews/hold.ts`,
    from: "if (tooMany.length > 0) throw boundReached('max_held_definitions', max);",
    to: '',
    test: hold,
  },
  {
    guarantee: 'changed instructions wait for a review',
    file: `${core}/reviews/instructions.ts`,
    from: "'reworded' = ANY(",
    to: "'none' = ANY(",
    test: 'test/core/reviews/instructions.test.ts',
  },
  {
    guarantee: 'a changed skill of a server waits for a review',
    file: `${core}/servers/serverSkill.ts`,
    from: 'const served = reviewed === null ?',
    to: 'const served = reviewed !== undefined ?',
    test: 'test/mcp/serverSkills.test.ts',
  },
  {
    guarantee: 'a file of a skill has its reviewed digest',
    file: `${core}/calls/passThrough.ts`,
    from: '|| hasDigest(answer.result, digest)',
    to: '|| hasDigest(answer.result, digest) || digest',
    test: 'test/mcp/serverSkills.test.ts',
  },
  {
    guarantee: 'a stack’s own name for a tool is none of search mode',
    file: `${core}/stacks/toolNames.ts`,
    from: '!META_TOOL_NAMES.some((reserved) => reserved === name)',
    to: "name !== ''",
    test: 'test/graphql/stackTools.test.ts',
  },
  {
    guarantee: 'a copy of a stack has its rules from who may make rules',
    file: `${core}/stacks/duplicateStack.ts`,
    from: "contentDays === null) || hasRight(ctx.actor, 'admin')) return rules;",
    to: "contentDays === null) || hasRight(ctx.actor, 'write')) return rules;",
    test: 'test/core/stacks/duplicate.test.ts',
  },
  {
    guarantee: 'a search of one server finds tools of that one alone',
    file: `${core}/search/rank.ts`,
    from: '(slugId !== null && ofSlug !== slugId)',
    to: '(slugId !== null && ofSlug < 0)',
    test: 'test/core/search/search.test.ts',
  },
];
