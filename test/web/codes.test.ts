import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { DENY_REASONS as OF_CLI } from '../../src/cli/denyReasons.ts';
import { AppError, type ErrorCode } from '../../src/core/lib/errors.ts';
import { extensionsOf } from '../../src/graphql/execution/errorExtensions.ts';
import { STATUS } from '../../src/wire/errors.ts';
import { ERROR_ADVICE, toErrorCode } from '../../web/src/api/codes.ts';
import { DENY_REASONS, REASONS } from '../../web/src/pages/rules/words.ts';
import { OUTCOMES } from '../../web/src/records/outcomes.ts';
import { documentsOfDashboard } from './documents.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

function valuesOf(name: string): readonly string[] {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`No enum ${name}`);
  return type.getValues().map((value) => value.name);
}

/** Boundary: the keys of the status table are exactly the codes. */
const ERROR_CODES = Object.keys(STATUS) as readonly ErrorCode[];

it('has a text for every code of the service, and for no other', () => {
  const sent = ERROR_CODES.map((code) => extensionsOf(new AppError(code, 'x'), new Date())['code']);
  const known = new Set([...sent, ...valuesOf('FailureCode'), 'NETWORK']);
  expect(Object.keys(ERROR_ADVICE).sort()).toEqual([...known].sort());
  expect(Object.keys(OUTCOMES).sort()).toEqual(valuesOf('CallOutcome').toSorted());
});

it('has a text for every reason of an explanation, and the CLI’s titles for reasons other than rules', () => {
  expect(new Set([...Object.keys(REASONS), ...Object.keys(DENY_REASONS)])).toEqual(new Set(valuesOf('PolicyReason')));
  // Both lists have this reason, because a rule or a token can cause it.
  expect(Object.keys(REASONS).filter((reason) => reason in DENY_REASONS)).toEqual(['OTHER_END_USER']);
  expect(OF_CLI).toEqual(DENY_REASONS);
});

it('treats an unknown code as an internal error', () => {
  expect(['NOT_FOUND', 'NEW_CODE', 'toString', undefined].map(toErrorCode)).toEqual([
    'NOT_FOUND',
    'INTERNAL_ERROR',
    'INTERNAL_ERROR',
    'INTERNAL_ERROR',
  ]);
});

it('selects the error code in every mutation', async () => {
  const mutations = (await documentsOfDashboard()).filter(({ kind }) => kind === 'mutation');
  const silent = mutations.filter(
    ({ name, text }) =>
      name !== 'ShellSignOut' &&
      !/\.\.\. on \w*Error \{\s+code\b|fragment StacksFailure on UserError \{\s+code\b/.test(text),
  );
  expect({ silent, some: mutations.length > 20 }).toEqual({ silent: [], some: true });
});
