import type { TrustWorld } from './world.ts';

const MODEL = `mutation ($input: UpdateChatModelInput!) {
  updateChatModel(input: $input) { __typename ... on UserError { message } } }`;
const ASK = `mutation ($input: AskModelInput!) {
  askModel(input: $input) { __typename ... on UserError { message } } }`;

/** Sets the account's model, without and with a key, and sends it a prompt about a new stack. */
export async function askModelAt(world: TrustWorld, url: string): Promise<void> {
  const bearer = world.firstKey;
  const send = (query: string, input: object) =>
    world.ask('/graphql', { body: { query, variables: { input } }, bearer });
  const { text } = await world.ask('/v1/stacks', { body: { stack_name: 'chat' }, bearer });
  const [stackId = ''] = /stack_[\da-f-]{36}/.exec(text) ?? [];
  for (const key of [null, 'a-key-for-nobody']) {
    await send(MODEL, { api: 'OPENAI', url, model: 'm', key });
    await send(ASK, { stackId, turns: [{ by: 'PERSON', text: 'hi' }] });
  }
  await world.ask(`/v1/stacks/${stackId}`, { method: 'DELETE', bearer });
}
