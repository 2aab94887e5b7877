import { expect } from 'vitest';
import { isRecord } from '../../../src/core/lib/json.ts';
import type { Operation } from '../../../src/rest/operation.ts';
import { OPERATIONS } from '../../../src/rest/operations.ts';
import { exampleBody } from '../../harness/exampleBody.ts';
import { type Before, type Case, fill } from '../case.ts';

/** The names of a scene for path parameters; others are `{ruleId}` for `rule_id`. */
const NAMES: Readonly<Record<string, string>> = {
  stack_id: '{stack}',
  server_id: 'shop',
  tool_id: 'shop_text',
  field_id: 'shop_key',
  client_id: '{client}',
  api_key_id: '{keyId}',
  skill_name: '{skill}',
};

const nameOf = (surface: Operation['surface'], parameter: string): string => {
  if (parameter === 'handle') return surface === 'stack' ? '{ownResult}' : '{result}';
  if (parameter === 'job_id') return surface === 'stack' ? '{ownJob}' : '{job}';
  return NAMES[parameter] ?? `{${parameter.replace('_id', 'Id')}}`;
};

/** Bodies for the scene that differ from the documented example: its stack already has the shop. */
const SENT: Readonly<Record<string, object>> = { add_server: { server_id: 'corner' } };

const toRequest = (operation: Operation) => {
  const { id, surface, method, parameters, failure, notFound = [] } = operation;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => nameOf(surface, parameter));
  const send = SENT[id] ?? exampleBody(operation, (parameter) => nameOf(surface, parameter));
  const request: Before = { method, path, ...(send !== undefined && { send }) };
  const params = Object.fromEntries(Object.keys(parameters).map((each) => [each, nameOf(surface, each)]));
  return { id, template: operation.path, params, request, failure, notFound };
};

/** One valid request for every operation, with its documented texts of 500 and 404. */
export const EVERY_OPERATION = OPERATIONS.map(toRequest);

/** The same for operations that document the 403 of a credential without the right. */
export const RESTRICTED = OPERATIONS.filter(({ showsForbidden }) => showsForbidden).map(toRequest);

/** Every operation that reads: its answer fits the document. */
export const READ_CASES: readonly Case[] = EVERY_OPERATION.filter(({ request }) => request.method === 'GET').map(
  ({ request }) => ({ label: 'answers as documented', ...request, status: 200, body: expect.anything() }),
);

/** The same as arguments for clients, with a scene's names. */
export const clientRequests = (names: Readonly<Record<string, string>>) =>
  fill(
    EVERY_OPERATION.map(({ id, template, params, request: { method, send } }) => ({
      ...{ id, method, path: template, params },
      ...(isRecord(send) && { body: send }),
    })),
    names,
  );
