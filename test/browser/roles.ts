import type { Browser } from 'playwright-core';
import { ask, dataOf } from '../graphql/ask.ts';
import { at } from './at.ts';
import { newVisitor, type Visitor } from './browser.ts';
import { acceptInvitation } from './people.ts';
import type { Running } from './service.ts';

const INVITE = `mutation ($input: CreateInvitationInput!) {
  createInvitation(input: $input) { ... on CreateInvitationPayload { url } }
}`;

type Invited = {
  readonly role?: string;
  readonly stackRoles?: readonly { readonly stackId: string; readonly role: string }[];
};

/** The number of users added so far; each has a unique address. */
let newcomers = 0;

/** A user who has just accepted an invitation to a role, on the home page of a separate browser. */
export async function comeInAs(browser: Browser, running: Running, input: Invited): Promise<Visitor> {
  const made = await dataOf(ask(running.url, running.apiKey, INVITE, { input }));
  const visitor = await newVisitor(browser, running.url);
  const name = `${input.role ?? 'member'}-${input.stackRoles?.[0]?.role ?? 'all'}`.toLowerCase();
  newcomers += 1;
  const person = { email: `${name}-${newcomers}@example.com`, password: 'four other words for looking' };
  await acceptInvitation(visitor.page, at(made, 'createInvitation', 'url'), person);
  return visitor;
}
