import { isRecord } from '../../src/core/lib/json.ts';
import { clientRequests, EVERY_OPERATION } from '../contract/cases/everyOperation.ts';
import { DOCUMENT } from '../contract/document.ts';
import { makeScene } from '../contract/scene.ts';
import { CORNER_DOCUMENT, shopDocument } from '../contract/shop.ts';
import { startHttpApi } from '../harness/petshop.ts';
import { startWorld } from '../harness/world.ts';

type Named = { readonly method: string; readonly pattern: RegExp; readonly id: string };

/** The operations of `openapi.json`. */
const OPERATIONS: readonly Named[] = Object.entries(recordOf(recordOf(DOCUMENT)['paths'])).flatMap(([path, item]) =>
  Object.entries(recordOf(item)).map(([method, operation]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    id: String(recordOf(operation)['operationId']),
  })),
);

/** The ids of all operations in the document. */
export const OPERATION_IDS = OPERATIONS.map(({ id }) => id).toSorted();

/** The operation id of a request; undefined if the document has none. */
export const operationOf = (method: string, path: string): string | undefined =>
  OPERATIONS.find((each) => each.method === method && each.pattern.test(path))?.id;

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new Error('The document has an object there');
  return value;
}

/** The inputs of a generated client, and its actions. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** The running service, with the shop in a stack; `fetch` records which operations returned 200. */
export async function openService() {
  const api = await startHttpApi();
  const world = await startWorld({ egressAllow: `127.0.0.1:${api.port}` });
  for (const document of [shopDocument(api), CORNER_DOCUMENT]) await world.saveServer(document);
  return {
    url: world.url,
    newCaller: async () => {
      const { owner, names } = await makeScene(world, ['{token}', EVERY_OPERATION.map(({ request }) => request)]);
      const answered: string[] = [];
      return {
        apiKey: owner.apiKey,
        ids: idsOf(names),
        requests: clientRequests(names),
        answered,
        fetch: notingFetch(answered),
      };
    },
    async close() {
      await world.close();
      await api.close();
    },
  };
}

const idsOf = ({
  stack = '',
  client = '',
  token = '',
  result = '',
  ownResult = '',
}: Readonly<Record<string, string>>) => ({
  stack,
  client,
  token,
  result,
  ownResult,
});

function notingFetch(answered: string[]) {
  return async (request: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const sent = new Request(request, init);
    const response = await fetch(sent);
    const operation = operationOf(sent.method, new URL(sent.url).pathname);
    if (response.status === 200 && operation !== undefined) answered.push(operation);
    return response;
  };
}
