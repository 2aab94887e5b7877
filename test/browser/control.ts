import { ask, dataOf } from '../graphql/ask.ts';
import type { Seeded } from './seed.ts';

const MACHINE = `mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { __typename } }`;
const ISSUER = `mutation ($input: CreateTrustedIssuerInput!) { createTrustedIssuer(input: $input) { __typename } }`;
const WEBHOOK = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }`;
const RULE = `mutation ($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { __typename } }`;
const SKILL = `mutation ($input: SetSkillInput!) { setSkill(input: $input) { __typename } }`;
const INVOKE = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }`;

/**
 * Creates objects that control an account's agents: a rule, a call that waits for it, a webhook, a service account, a
 * trusted issuer and a skill.
 */
export async function seedControl(url: string, apiKey: string, { stackId, endpointId }: Seeded): Promise<void> {
  const change = (query: string, input: object) => dataOf(ask(url, apiKey, query, { input }));
  await change(MACHINE, { endpointId, name: 'Nightly report' });
  const issuer = {
    name: 'Company login',
    issuer: 'https://login.example.com',
    claims: [{ name: 'groups', values: ['agents'] }],
  };
  await change(ISSUER, { endpointId, ...issuer });
  const content = '---\nname: add-numbers\ndescription: Adds numbers, and says what they mean.\n---\n\nCall get-sum.\n';
  await change(SKILL, { stackId, content });
  await change(WEBHOOK, { name: 'Slack', url: 'https://hooks.example.com/toolyard' });
  const only = { tools: ['memory_create_entities'], isReadOnly: false, condition: 'size(input.entities) > 0' };
  await change(RULE, { name: 'ask before writing', effect: 'ASK', ...only, message: 'Say what you want to change.' });
  const entities = [{ name: 'Ann', entityType: 'person', observations: ['Likes to be asked.'] }];
  await change(INVOKE, { stackId, toolId: 'memory_create_entities', toolInput: { entities } });
}
