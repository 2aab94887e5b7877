import { isRecord } from '../../src/core/lib/json.ts';
import { openTrustWorld, type TrustWorld } from '../trust/world.ts';
import { followed } from './operations.ts';
import type { Recorder } from './recorder.ts';
import type { SampledApi } from './sample.ts';
import { operationPathsOf } from './sample.ts';
import { BASE_PATH, schemesOf } from './small.ts';
import { type ImportedApi, readImported } from './toolInput.ts';
import type { Secret } from './trial.ts';

const ERROR = '... on UserError { message } ... on InvalidInputError { issues { path message } }';

/** The service, called as a client would call it. */
export type ServiceClient = {
  readonly world: TrustWorld;
  /** Imports a description's sampled operations into a separate stack. @throws with the response on failure */
  importApi(
    sampled: SampledApi,
    id: string,
  ): Promise<{ imported: ImportedApi; stackId: string; secrets: Readonly<Record<string, Secret>> }>;
  /** Calls a tool. */
  invoke(stackId: string, tool: string, input: object): Promise<{ status: number; text: string; problems: string }>;
};

type Placement = NonNullable<ImportedApi['credentials'][number]['placement']>;

const signatureOf = ({ in: place, name, template }: Placement): string =>
  template?.startsWith('Basic ')
    ? 'basic'
    : template?.startsWith('Bearer ')
      ? 'bearer'
      : `${place} ${name.toLowerCase()}${name === 'Cookie' ? ` ${template?.split('=')[0]}` : ''}`;

/** The location of a scheme's value, in the terms of `signatureOf`. */
function schemeSignature({ type, in: place, name, scheme }: Readonly<Record<string, unknown>>): string {
  if (type === 'basic' || String(scheme).toLowerCase() === 'basic') return 'basic';
  if (type !== 'apiKey') return 'bearer';
  return place === 'cookie' ? `header cookie ${name}` : `${place} ${String(name).toLowerCase()}`;
}

/** A value for each credential field, and which of the description's schemes has which value. */
function secretsFor(sampled: SampledApi, { credentials }: ImportedApi) {
  const values = Object.fromEntries(credentials.map(({ id }, at) => [id, `secret-${at}`]));
  const bySignature = new Map(
    credentials.flatMap(({ id, placement }): Array<[string, Secret]> => {
      if (placement === undefined) return [];
      const signature = signatureOf(placement);
      if (signature !== 'basic') return [[signature, values[id] ?? '']];
      const [username = '', password = ''] = [id, id.replace(/_username$/, '_password')].map((each) => values[each]);
      return [[signature, { username, password }]];
    }),
  );
  const secrets = Object.entries(schemesOf(sampled.document)).flatMap(([key, scheme]): Array<[string, Secret]> => {
    const own = key.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^_+|_+$/g, '');
    const byName = credentials.find(({ id, placement }) => placement !== undefined && id.endsWith(`_${own}`));
    const secret =
      values[byName?.id ?? ''] ?? bySignature.get(schemeSignature(followed(sampled.document, scheme) ?? {}));
    return secret === undefined ? [] : [[key, secret]];
  });
  return { values, secrets: Object.fromEntries(secrets) };
}

/** Starts the service, which may send requests only to the recorder. */
export async function openService(recorder: Recorder): Promise<ServiceClient> {
  const { host } = new URL(recorder.origin);
  const world = await openTrustWorld({ TOOLYARD_EGRESS_ALLOW: host, TOOLYARD_CALL_TIMEOUT_SECONDS: '10' });
  const mutate = async (name: string, fields: string, input: object): Promise<Record<string, unknown>> => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { ... on ${type}Payload { ${fields} } ${ERROR} } }`;
    const { text } = await world.ask('/graphql', { body: { query, variables: { input } }, bearer: world.firstKey });
    const answer: unknown = JSON.parse(text);
    const payload = isRecord(answer) && isRecord(answer['data']) ? answer['data'][name] : null;
    if (!isRecord(payload) || typeof payload['message'] === 'string') throw new Error(text.slice(0, 1_000));
    return payload;
  };
  return {
    world,
    async importApi(sampled, id) {
      const url = recorder.offer(JSON.stringify(sampled.document));
      const operations = { include: { paths: operationPathsOf(sampled) } };
      const source = { openApi: { url, baseUrl: `${recorder.origin}${BASE_PATH}`, operations } };
      const { server } = await mutate('previewServer', 'server { document digest }', { id, source });
      if (!isRecord(server)) throw new Error('no preview');
      const imported = readImported(server['document']);
      await mutate('importServer', 'server { id }', { id, source, digest: server['digest'] });
      const { stack } = await mutate('createStack', 'stack { id }', { name: id });
      const stackId = isRecord(stack) ? String(stack['id']) : '';
      await mutate('addServerToStack', 'enabledCount', { stackId, serverId: id, hasAllTools: true });
      const { values, secrets } = secretsFor(sampled, imported);
      if (Object.keys(values).length > 0)
        await mutate('setCredentials', 'fieldIds', { stackId, serverId: id, credentials: values });
      return { imported, stackId, secrets };
    },
    async invoke(stackId, tool, input) {
      const path = `/v1/stacks/${stackId}/tools/${tool}/invoke`;
      const { status, text, headers } = await world.ask(path, { body: { tool_input: input }, bearer: world.firstKey });
      return { status, text, problems: headers.get('x-validation-errors') ?? '' };
    },
  };
}
