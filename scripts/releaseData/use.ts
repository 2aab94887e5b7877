/** An installation's responses before it was stored, and its keys, which work nowhere else. */
export type ReleaseData = {
  readonly version: string;
  readonly masterKey: string;
  readonly apiKey: string;
  readonly stack: string;
  readonly person: { readonly email: string; readonly password: string };
  /** The time range of its calls, in whole days as for `callStatistics`. */
  readonly calls: { readonly since: string; readonly until: string };
  readonly stacks: unknown;
  readonly tools: { readonly path: string; readonly token: string; readonly body: unknown };
};

const PERSON = { email: 'ann@example.com', password: 'a long pass phrase of ann' };
const DAY_MS = 86_400_000;
const ACCEPT = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { __typename } }';
const ENDPOINT = `mutation ($input: CreateClientEndpointInput!) { createClientEndpoint(input: $input) {
  ... on CreateClientEndpointPayload { token endpoint { clientId } } } }`;

type Headers = Readonly<Record<string, string>>;
type Request = { readonly method?: string; readonly path: string; readonly body?: object; readonly headers?: Headers };

/** @throws if the status differs from `expected` */
async function ask(url: string, token: string, request: Request, expected = 2): Promise<unknown> {
  const { method = 'POST', path, body, headers } = request;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (Math.floor(answer.status / 100) !== expected) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** The text at a path such as `data.stack.id`. @throws if there is none */
function textAt(value: unknown, path: string): string {
  const text = path
    .split('.')
    .reduce<unknown>((at, key) => (at instanceof Object ? Reflect.get(at, key) : null), value);
  if (typeof text !== 'string') throw new Error(`There is no ${path} in ${JSON.stringify(value)}`);
  return text;
}

/** The output of the first start: the key, and the secret of the dashboard link. */
type FirstStart = { readonly url: string; readonly apiKey: string; readonly invitation: string };

/**
 * Uses an installation through stable interfaces: someone signs in, a stack gets two servers and a credential, an
 * endpoint gets a token, and calls run, one of them incorrect.
 */
export async function useInstallation(start: FirstStart): Promise<Omit<ReleaseData, 'version' | 'masterKey'>> {
  const { url, apiKey, invitation } = start;
  const send = (request: Request, expected?: number) => ask(url, apiKey, request, expected);
  const graphql = (query: string, input: object) => send({ path: '/graphql', body: { query, variables: { input } } });
  const accepted = textAt(await graphql(ACCEPT, { ...PERSON, secret: invitation }), 'data.acceptInvitation.__typename');
  if (accepted !== 'AcceptInvitationPayload') throw new Error(`The invitation is not accepted: ${accepted}`);
  const configuration = { analytics_enabled: true };
  const stack = textAt(await send({ path: '/v1/stacks', body: { stack_name: 'Kept', configuration } }), 'stack_id');
  const servers = `/v1/stacks/${stack}/servers`;
  const add = (server_id: string, enabled_tools: readonly string[]) =>
    send({ path: servers, body: { server_id, enabled_tools } });
  await add('linear', ['linear_create_issue', 'linear_search_issues']);
  await add('everything', ['everything_echo', 'everything_get-sum']);
  const credentials = { linear_api_key: 'lin_api_of_nobody' };
  await send({ method: 'PUT', path: `${servers}/linear/credentials`, body: { credentials } });
  const calls = await makeCalls(send, `/v1/stacks/${stack}/tools`);
  const endpoint = await graphql(ENDPOINT, { stackId: stack, name: 'agent', neverExpires: true });
  const token = textAt(endpoint, 'data.createClientEndpoint.token');
  const path = `/s/${textAt(endpoint, 'data.createClientEndpoint.endpoint.clientId')}/list_tools`;
  const tools = { path, token, body: await ask(url, token, { method: 'GET', path }) };
  return { apiKey, stack, person: PERSON, calls, stacks: await send({ method: 'GET', path: '/v1/stacks' }), tools };
}

async function makeCalls(send: (request: Request, expected?: number) => Promise<unknown>, tools: string) {
  const day = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const echo = { path: `${tools}/everything_echo/invoke`, body: { tool_input: { message: 'kept' } } };
  await send({ ...echo, headers: { 'idempotency-key': 'once' } });
  for (let again = 0; again < 2; again++) await send(echo);
  await send({ path: `${tools}/everything_get-sum/invoke`, body: { tool_input: {} } }, 4);
  // The end of the day of the last call.
  const until = new Date(Math.floor(Date.now() / DAY_MS + 1) * DAY_MS);
  return { since: day.toISOString(), until: until.toISOString() };
}
