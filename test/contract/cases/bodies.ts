import { gzipSync } from 'node:zlib';
import type { Case } from '../case.ts';
import { EVERY_OPERATION } from './everyOperation.ts';
import { detail, error } from './matchers.ts';

const TOO_LARGE = 'Request body too large';
const NOT_JSON = 'Content-Type must be application/json';

/** A body just over 1 MiB. */
export const LARGE = JSON.stringify({ stack_name: 'x'.repeat(1_048_576) });

/** Every operation that takes a body. */
const WITH_BODY = EVERY_OPERATION.flatMap(({ request }) => (request.send === undefined ? [] : [request]));

const say = (path: string, text: string) => (path.startsWith('/s/') ? error(text) : detail(text));

const bodies: readonly Case[] = WITH_BODY.flatMap(({ method, path }) => [
  { label: 'refuses a body over 1 MiB', method, path, send: LARGE, status: 413, body: say(path, TOO_LARGE) },
  {
    label: 'refuses a form',
    method,
    path,
    send: 'stack_name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    body: say(path, NOT_JSON),
  },
  {
    label: 'refuses a compressed body',
    method,
    path,
    send: gzipSync('{}'),
    headers: { 'content-encoding': 'gzip' },
    status: 415,
    body: say(path, 'Content-Encoding is not supported'),
  },
]);

const CREATE = { method: 'POST', path: '/v1/stacks' } as const;
const REQUIRED = { status: 400, body: detail('Stack name is required') } as const;

const types: readonly Case[] = [
  {
    label: 'accepts parameters and any case',
    ...CREATE,
    send: {},
    headers: { 'content-type': 'Application/JSON; charset="UTF-8"' },
    ...REQUIRED,
  },
  { label: 'accepts a type without a body', ...CREATE, headers: { 'content-type': 'text/plain' }, ...REQUIRED },
  {
    label: 'refuses other JSON types',
    ...CREATE,
    send: {},
    headers: { 'content-type': 'application/ld+json' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    label: 'refuses a list of types',
    ...CREATE,
    send: {},
    headers: { 'content-type': 'application/json, text/plain' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    label: 'refuses an empty type',
    ...CREATE,
    send: {},
    headers: { 'content-type': '' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    label: 'checks the type before it looks up the stack',
    method: 'PUT',
    path: '/v1/stacks/{random}',
    send: 'x',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    label: 'authenticates before it reads a body',
    ...CREATE,
    as: 'nobody',
    send: LARGE,
    status: 401,
    body: detail('Unauthorized'),
  },
];

export const BODY_CASES: readonly Case[] = [...bodies, ...types];
