import { isRecord } from '../../core/lib/json.ts';
import type { CliTrustedIssuerFragment } from '../../generated/gql/graphql.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { CliError } from '../exit.ts';
import { API_ARGS, MAKE_ARGS, parseJsonArgument, readText } from '../input.ts';
import { MADE_ORDER_ARG, orderedRows, searchArg } from '../listArgs.ts';
import {
  CreateTrustedIssuerDocument,
  DeleteTrustedIssuerDocument,
  ListTrustedIssuersDocument,
} from '../operations/issuers.ts';
import { table } from '../output.ts';
import { HELD_ARGS, heldIn } from '../reach.ts';
import { ENDPOINT_ARG, endpointIdOf } from './serviceAccount.ts';

const issuerJson = (row: CliTrustedIssuerFragment) => ({
  issuer_id: row.id,
  endpoint_id: row.endpointId,
  name: row.name,
  issuer: row.issuer,
  audience: row.audience,
  jwks_url: row.jwksUrl,
  claims: Object.fromEntries(row.claims.map(({ name, values }) => [name, values])),
  end_user_claim: row.endUserClaim,
  end_user_prefix: row.endUserPrefix,
  tools: row.tools,
  networks: row.networks,
  created_at: row.createdAt,
});

/** @throws CliError invalid_input */
function toClaims(claims: unknown): { readonly name: string; readonly values: string[] }[] {
  const wrong = () => new CliError('invalid_input', 'The claims must be an object whose values are lists of strings');
  if (!isRecord(claims)) throw wrong();
  return Object.entries(claims).map(([name, values]) => {
    if (!Array.isArray(values) || values.some((value) => typeof value !== 'string')) throw wrong();
    return { name, values };
  });
}

const create = command({
  description: 'Trust an identity provider’s JWTs at an endpoint; requires the admin right',
  examples: [
    'toolyard issuer create --endpoint client_… --name Company --issuer https://login.example.com',
    'toolyard issuer create --endpoint client_… --name CI --issuer https://ci.example.com --jwks-url https://ci.example.com/jwks --claims \'{"repository":["acme/app"]}\'',
  ],
  args: {
    endpoint: ENDPOINT_ARG,
    name: { type: 'string', required: true, description: 'Name of the provider' },
    issuer: { type: 'string', required: true, description: 'iss claim of its JWTs' },
    'jwks-url': {
      type: 'string',
      valueHint: 'URL',
      description: 'URL of its keys (default: from the issuer’s metadata)',
    },
    audience: { type: 'string', description: 'aud claim of its JWTs (default: the MCP address of the endpoint)' },
    claims: {
      type: 'string',
      valueHint: 'JSON|@FILE|-',
      description: 'Required claims, each with its accepted values',
    },
    'end-user-claim': {
      type: 'string',
      description: 'Claim with the end user id, such as profile.email (default: sub)',
    },
    'end-user-prefix': { type: 'string', description: 'Prefix of the end user id' },
    ...HELD_ARGS,
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const { claims } = args;
    const input = {
      endpointId: await endpointIdOf(api, args.endpoint),
      name: args.name,
      issuer: args.issuer,
      jwksUrl: args['jwks-url'] ?? null,
      audience: args.audience ?? null,
      ...(claims !== undefined && { claims: toClaims(parseJsonArgument(await readText(claims, run), 'The claims')) }),
      endUserClaim: args['end-user-claim'] ?? null,
      endUserPrefix: args['end-user-prefix'] ?? null,
      ...heldIn(args),
    };
    const made = payloadOf((await api(CreateTrustedIssuerDocument, { input })).createTrustedIssuer).trustedIssuer;
    return { json: issuerJson(made), text: `${made.id} is trusted: ${made.issuer}` };
  },
});

const list = command({
  description: 'List the trusted identity providers of an endpoint, newest first',
  examples: ['toolyard issuer list --endpoint client_…', 'toolyard issuer list --endpoint client_… --search okta'],
  args: { endpoint: ENDPOINT_ARG, ...searchArg('the name or the issuer'), ...MADE_ORDER_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    const endpointId = await endpointIdOf(api, args.endpoint);
    const variables = { endpointId, search: args.search || null };
    const issuers = await allNodes(
      async (after) => (await api(ListTrustedIssuersDocument, { ...variables, after })).clientEndpoint?.trustedIssuers,
    );
    const rows = orderedRows(issuers, args.order);
    const lines = rows.map((row) => [row.id, row.name, row.issuer, row.audience ?? 'the endpoint', row.createdAt]);
    return {
      json: rows.map(issuerJson),
      text: table(['TRUSTED', 'NAME', 'ISSUER', 'AUDIENCE', 'SINCE'], lines, 'No trusted issuers'),
    };
  },
});

const remove = command({
  description: 'Stop trusting an identity provider and revoke its tokens; requires the admin right',
  examples: ['toolyard issuer delete issuer_…'],
  args: { issuer: { type: 'positional', required: true, description: 'Trusted issuer, issuer_…' }, ...API_ARGS },
  confirm: ({ issuer }) => `Stop trusting ${issuer} and revoke all its tokens?`,
  async run(args, run) {
    const input = { trustedIssuerId: args.issuer };
    const { trustedIssuerId } = payloadOf(
      (await connectApi(args, run)(DeleteTrustedIssuerDocument, { input })).deleteTrustedIssuer,
    );
    return { json: { issuer_id: trustedIssuerId }, text: `Removed ${trustedIssuerId}. Its tokens are revoked` };
  },
});

export const issuer = group({
  description: 'Identity providers whose JWTs can be exchanged for stack tokens (API)',
  examples: ['toolyard issuer list --endpoint client_…', 'toolyard issuer delete issuer_…'],
  commands: loaded({ create, list, delete: remove }),
});
