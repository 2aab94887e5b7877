import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

type Node = Record<string, unknown>;
type Place = 'header' | 'query' | 'body' | 'form' | 'formData';
type Member = { readonly name: string; readonly schema?: Node; readonly description?: string; readonly about?: string };

const PLACES: readonly Place[] = ['header', 'query', 'body', 'form', 'formData'];

/** An operation with an amount and one other input, in OpenAPI 3.1 or 2.0. */
function documentWith(place: Place, { name, schema = { type: 'string' }, description, about = 'Pays.' }: Member): Node {
  const operation = { operationId: 'pay', description: about, responses: { 200: { description: 'ok' } } };
  const info = { title: 'Pay', version: '1' };
  const text = description === undefined ? {} : { description };
  if (place === 'formData') {
    const parameters = [
      { in: 'formData', name: 'amount', type: 'integer' },
      { in: 'formData', name, ...schema, ...text },
    ];
    return {
      swagger: '2.0',
      info,
      host: 'api.example.test',
      paths: { '/pay': { post: { ...operation, parameters } } },
    };
  }
  const isInBody = place === 'body' || place === 'form';
  const properties = { amount: { type: 'integer' }, ...(isInBody && { [name]: { ...schema, ...text } }) };
  const media = place === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const post = {
    ...operation,
    ...(!isInBody && { parameters: [{ in: place, name, required: true, schema, ...text }] }),
    requestBody: { content: { [media]: { schema: { type: 'object', properties } } } },
  };
  return { openapi: '3.1.0', info, servers: [{ url: 'https://api.example.test' }], paths: { '/pay': { post } } };
}

function read(place: Place, member: Member) {
  const { document } = importOpenApi(documentWith(place, member), { id: 'x', source: 'https://example.test/a' });
  const [tool] = document.tools;
  const key = tool?.request && 'idempotencyKey' in tool.request ? tool.request.idempotencyKey : undefined;
  return { key, inputs: Object.keys(tool?.inputSchema['properties'] ?? {}) };
}

const NAMES = [
  ...['Idempotency-Key', 'X-Idempotency-Key', 'idempotency_key', 'idempotencyKey', 'IdempotencyToken'],
  ...['PayPal-Request-Id', 'request_idempotence_key', 'x-idempotent-key'],
];
/** Names that need a text, with texts of published documents. */
const DESCRIBED: readonly Member[] = [
  { name: 'X-Request-Id', description: 'Makes the request idempotent.' },
  { name: 'X-Request-Id', about: 'Pays an invoice. Send X-Request-Id to make the call idempotent. Returns it.' },
  {
    name: 'requestId',
    description:
      'Specify a unique request ID so that if you must retry your request, the server will know to ignore the request if it has already been completed.',
  },
  { name: 'clientToken', description: 'A unique, case-sensitive identifier to ensure idempotency of the request.' },
  {
    name: 'CreatorRequestId',
    description: 'Allows failed requests to be retried without the risk of running the operation twice.',
  },
  { name: 'CreationToken', description: 'The service uses this to ensure idempotent creation.' },
  { name: 'client_order_id', description: 'Prevents duplicate orders.' },
  { name: 'customerTransactionId', description: 'Required for an idempotency check.' },
  { name: 'CallerReference', description: 'Lets you retry safely.' },
  { name: 'X-Correlation-ID', description: 'Requests with the same value are processed only once.' },
];
/** Schemas that allow a UUID, and schemas that don't. */
const FREE: readonly Node[] = [
  { type: 'string', format: 'uuid' },
  { type: 'string', pattern: '^[a-zA-Z0-9-]+$', minLength: 1, maxLength: 64 },
  { type: 'string', pattern: '[!-~]+' },
  { type: 'string', pattern: '^(?!\\s)(.*)(\\S)$', maxLength: 40 },
  { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' },
];
const NOT_FREE: readonly Node[] = [
  { type: 'integer' },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'string', pattern: '^[0-9]{10}$' },
  { type: 'string', maxLength: 20 },
  { type: 'string', minLength: 64 },
];
/** Inputs that mean something else, and keys that the service ignores. */
const OTHERS: readonly Member[] = [
  { name: 'requestId', description: 'The request to answer.' },
  { name: 'X-Request-Id', description: 'ID of the request for support.', about: 'Pays once. The call is idempotent.' },
  { name: 'authorization_id', description: 'The authorization. Also acts as an idempotency identifier.' },
  { name: 'is_idempotent', schema: { type: 'boolean' }, description: 'Whether repeats return the first response.' },
  { name: 'X-Client-Token', description: "Needed for idempotency. Idempotency isn't currently supported." },
];

it('imports recognize the idempotency key of a service, which is then no input', () => {
  const keys: readonly Member[] = [
    ...NAMES.map((name) => ({ name })),
    ...DESCRIBED,
    ...FREE.map((schema) => ({ name: 'Idempotency-Key', schema })),
  ];
  const wrong = PLACES.flatMap((place) =>
    keys.flatMap((member) => {
      const { key, inputs } = read(place, member);
      const at = place === 'form' || place === 'formData' ? 'body' : place;
      const isRight = key?.in === at && key.name === member.name && inputs.join() === 'amount';
      return isRight ? [] : [`${place} ${JSON.stringify(member)}`];
    }),
  );
  process.stdout.write(`${PLACES.length * keys.length} keys read, ${wrong.length} wrong\n`);
  expect(wrong).toEqual([]);
});

it('other inputs stay inputs', () => {
  const others = [...OTHERS, ...NOT_FREE.map((schema) => ({ name: 'Idempotency-Key', schema }))];
  const wrong = PLACES.flatMap((place) =>
    others.filter((member) => read(place, member).key !== undefined).map(({ name }) => `${place} ${name}`),
  );
  process.stdout.write(`${PLACES.length * others.length} other inputs read, ${wrong.length} wrong\n`);
  expect(wrong).toEqual([]);
});
