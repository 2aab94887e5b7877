import { isRecord } from '../../src/core/lib/json.ts';
import { type Node, versionOf } from './operations.ts';
import type { Trial } from './trial.ts';

/** The base path of all operations' requests, below the address of the recording server. */
export const BASE_PATH = '/base';

const PLAIN_PLACES = [
  'components',
  'definitions',
  'securityDefinitions',
  'security',
  'consumes',
  'parameters',
  'responses',
];

/** The description with only a trial's operation, called `op`, without references at its top. */
export function smallDocument({ operation }: Trial, origin: string): Node {
  const { document, method, path, node, parameters, requestBody } = operation;
  const parts = Object.fromEntries(Object.entries(document).filter(([key]) => PLAIN_PLACES.includes(key)));
  const { servers: _servers, callbacks: _callbacks, responses: _responses, ...rest } = node;
  const one = {
    ...rest,
    operationId: 'op',
    parameters,
    ...(requestBody !== null && { requestBody }),
    responses: { 204: { description: 'Done' } },
  };
  const info = { title: 'One operation', version: '1' };
  const paths = { [path]: { [method]: one } };
  if (versionOf(document) !== '2.0')
    return { openapi: document['openapi'], info, ...parts, servers: [{ url: `${origin}${BASE_PATH}` }], paths };
  const { host } = new URL(origin);
  return { swagger: '2.0', info, ...parts, host, schemes: ['http'], basePath: BASE_PATH, paths };
}

/** The security schemes of a description. */
export function schemesOf(document: Node): Node {
  const components = document['components'];
  const schemes = isRecord(components) ? components['securitySchemes'] : document['securityDefinitions'];
  return isRecord(schemes) ? { ...schemes } : {};
}
