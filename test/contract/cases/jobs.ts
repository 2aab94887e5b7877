import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { detail, error, TIME } from './matchers.ts';

const LIST = { method: 'GET', path: '/v1/stacks/{stack}/jobs' } as const;
const JOB = { method: 'GET', path: '/v1/stacks/{stack}/jobs/{job}' } as const;
const OWN = { method: 'GET', path: '/s/{client}/jobs/{ownJob}', as: 'agent' } as const;
const CANCEL = { method: 'POST', path: '/v1/stacks/{stack}/jobs/{job}/cancel' } as const;
const CANCEL_OWN = { method: 'POST', path: '/s/{client}/jobs/{ownJob}/cancel', as: 'agent' } as const;

const ID = expect.stringMatching(/^job_[0-9a-f-]{36}$/);
const waiting = (id: unknown) => ({
  ...{ id, state: 'waiting', tool_id: 'shop_text', end_user: null, progress: null },
  ...{ created_at: TIME, started_at: null, ended_at: null, expires_at: TIME },
});
const cancelled = (id: unknown) => ({
  ...{ ...waiting(id), state: 'cancelled', ended_at: TIME },
  failure: { code: 'cancelled', message: expect.stringContaining('cancelled before its request was sent') },
});
const POLL = { 'retry-after': '2' };
const STARTED = { 'preference-applied': 'respond-async', ...POLL };
const PREFER = { prefer: 'respond-async' };
const UNAUTHENTICATED = { label: 'requires a credential', as: 'nobody', status: 401 } as const;

export const JOB_CASES: readonly Case[] = [
  {
    label: 'starts a job',
    method: 'POST',
    path: '/v1/stacks/{stack}/tools/shop_text/invoke',
    headers: PREFER,
    send: { tool_input: {} },
    status: 202,
    body: waiting(ID),
    answers: { ...STARTED, location: expect.stringMatching(/\/v1\/stacks\/stack_[\w-]+\/jobs\/job_/) },
  },
  {
    label: 'starts a job of an agent',
    method: 'POST',
    path: '/s/{client}/call_tool',
    as: 'agent',
    headers: PREFER,
    send: { tool_name: 'shop_text', tool_input: {} },
    status: 202,
    body: waiting(ID),
    answers: STARTED,
  },
  { label: 'lists jobs', ...LIST, status: 200, body: [waiting(ID)], mentions: '{job}' },
  { ...UNAUTHENTICATED, ...LIST, body: detail('Unauthorized') },
  { label: 'lists no jobs of another account', ...LIST, as: 'stranger', status: 404, body: detail('Stack not found') },
  { label: 'shows a job', ...JOB, status: 200, body: waiting('{job}'), answers: POLL },
  { ...UNAUTHENTICATED, ...JOB, body: detail('Unauthorized') },
  {
    label: 'shows no job through another stack',
    ...JOB,
    path: '/v1/stacks/{empty}/jobs/{job}',
    headers: { 'x-unused': '{stack}' },
    status: 404,
    body: detail('Job not found'),
  },
  { label: 'shows an agent its job', ...OWN, status: 200, body: waiting('{ownJob}'), answers: POLL },
  { ...OWN, ...UNAUTHENTICATED, body: error('Invalid or missing token') },
  {
    label: 'shows an agent no job of the account',
    ...OWN,
    path: '/s/{client}/jobs/{job}',
    headers: { 'x-unused': '{stack}' },
    status: 404,
    body: error('Job not found'),
  },
  {
    label: 'says when we fail',
    ...OWN,
    path: '/s/{damagedClient}/jobs/x',
    as: { bearer: '{damagedToken}' },
    status: 500,
    body: error('Internal error'),
  },
  { label: 'cancels a job', ...CANCEL, status: 200, body: cancelled('{job}') },
  { ...UNAUTHENTICATED, ...CANCEL, body: detail('Unauthorized') },
  {
    label: 'cancels no job through another stack',
    ...CANCEL,
    path: '/v1/stacks/{empty}/jobs/{job}/cancel',
    headers: { 'x-unused': '{stack}' },
    status: 404,
    body: detail('Job not found'),
  },
  { label: 'cancels an agent’s job', ...CANCEL_OWN, status: 200, body: cancelled('{ownJob}') },
  { ...CANCEL_OWN, ...UNAUTHENTICATED, body: error('Invalid or missing token') },
  {
    label: 'cancels no job of the account for an agent',
    ...CANCEL_OWN,
    path: '/s/{client}/jobs/{job}/cancel',
    headers: { 'x-unused': '{stack}' },
    status: 404,
    body: error('Job not found'),
  },
  {
    label: 'says when we fail',
    ...CANCEL_OWN,
    path: '/s/{damagedClient}/jobs/x/cancel',
    as: { bearer: '{damagedToken}' },
    status: 500,
    body: error('Internal error'),
  },
];
