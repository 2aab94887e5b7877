import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { WAYS } from '../../../scripts/trust/egressWays.ts';

/*
 * Every input that gives the service an address is an attack path, and `npm run trust -- egress` tries it.
 * `whoNames.test.ts` covers addresses set by the operator.
 */

/** Why the service never requests a field's content. */
type Reason =
  | 'a network that a caller has to come from'
  | 'an e-mail address, which only the operator’s mail server is told'
  | 'a name that is compared and never asked'
  | 'keys, which stand in the field themselves'
  | 'the input of a call: its address is its server’s'
  | 'an answer of a browser'
  | 'words for a model, which are handed on'
  | 'a secret, which stands in no address'
  | 'an id of ours'
  | 'a schema, which names no address that is asked'
  | 'values of credentials, of which those in an address are tried by the document';

const DOCUMENT = [
  'base address of an HTTP server',
  'address of an MCP server',
  'metadata of an MCP server that requires a sign-in',
  'redirect of an allowed upstream',
  'authorization server of a sign-in',
  'discovered issuer of a sign-in',
] as const;
const OPEN_API = ['OpenAPI document with a reference', 'base address of an OpenAPI server'] as const;

const FIELDS: Readonly<Record<string, Reason | readonly [string, ...string[]]>> = {
  'AcceptInvitationInput.email': 'an e-mail address, which only the operator’s mail server is told',
  'BatchCallInput.toolInput': 'the input of a call: its address is its server’s',
  'ChatPickInput.toolInput': 'the input of a call: its address is its server’s',
  'ChatTurnInput.text': 'words for a model, which are handed on',
  'ClientEndpointBy.clientId': 'an id of ours',
  'CreateApiKeyInput.networks': 'a network that a caller has to come from',
  'CreateServiceAccountInput.networks': 'a network that a caller has to come from',
  'CreateServiceAccountInput.publicKeys': 'keys, which stand in the field themselves',
  'CreateStackTokenInput.networks': 'a network that a caller has to come from',
  'CreateTrustedIssuerInput.audience': 'a name that is compared and never asked',
  'CreateTrustedIssuerInput.issuer': [
    'keys of a trusted issuer by its metadata',
    'keys that the metadata of an allowed issuer names',
  ],
  'CreateTrustedIssuerInput.jwksUrl': ['keys of a trusted issuer by address'],
  'CreateTrustedIssuerInput.networks': 'a network that a caller has to come from',
  'CreateWebhookInput.url': ['address of a webhook', 'redirect of a webhook'],
  'DeleteTrustedIssuerInput.trustedIssuerId': 'an id of ours',
  'FinishPasskeyRegistrationInput.response': 'an answer of a browser',
  'FinishPasskeySignInInput.response': 'an answer of a browser',
  'GraphqlSourceInput.baseUrl': ['base address given with a GraphQL schema'],
  'GraphqlSourceInput.text': 'a schema, which names no address that is asked',
  'GraphqlSourceInput.upload': 'a schema, which names no address that is asked',
  'GraphqlSourceInput.url': ['GraphQL API by address'],
  'ImportServerInput.credentials': 'values of credentials, of which those in an address are tried by the document',
  'ImportServerInput.document': DOCUMENT,
  'InvokeToolInput.toolInput': 'the input of a call: its address is its server’s',
  'StartJobInput.toolInput': 'the input of a call: its address is its server’s',
  'McpSourceInput.url': ['MCP server by address'],
  'OpenApiSourceInput.baseUrl': ['base address given with an OpenAPI document'],
  'OpenApiSourceInput.text': OPEN_API,
  'OpenApiSourceInput.upload': OPEN_API,
  'OpenApiSourceInput.url': ['OpenAPI document by address', 'operations of an OpenAPI document by address'],
  'PreviewServerInput.credentials': 'values of credentials, of which those in an address are tried by the document',
  'PreviewServerInput.id': 'an id of ours',
  'Query.explainDecision.address': 'a network that a caller has to come from',
  'Query.explainDecision.input': 'the input of a call: its address is its server’s',
  'RegistrySourceInput.text': ['registry entry with a remote'],
  'RegistrySourceInput.upload': ['registry entry with a remote'],
  'RegistrySourceInput.url': ['registry entry by address'],
  'RotateServiceAccountInput.publicKeys': 'keys, which stand in the field themselves',
  'ServerSourceInput.document': DOCUMENT,
  'ServerSourceInput.upload': DOCUMENT,
  'SetCredentialsInput.credentials': ['credential that is part of an address'],
  'SignInInput.email': 'an e-mail address, which only the operator’s mail server is told',
  'UpdateApiKeyInput.networks': 'a network that a caller has to come from',
  'UpdateChatModelInput.key': 'a secret, which stands in no address',
  'UpdateChatModelInput.url': ['address of the account’s own model'],
  'UpdateServiceAccountInput.networks': 'a network that a caller has to come from',
  'UpdateStackTokenInput.networks': 'a network that a caller has to come from',
  'UpdateTrustedIssuerInput.audience': 'a name that is compared and never asked',
  'UpdateTrustedIssuerInput.jwksUrl': ['keys of a trusted issuer by address'],
  'UpdateTrustedIssuerInput.networks': 'a network that a caller has to come from',
  'UpdateTrustedIssuerInput.trustedIssuerId': 'an id of ours',
  'UpdateWebhookInput.url': ['address of a webhook', 'redirect of a webhook'],
};

/** Paths that start outside of GraphQL. */
const ELSEWHERE = [
  'client metadata document of an MCP client',
  'address of the MCP registry',
  'redirect of the MCP registry',
];

const NAMES_ADDRESSES = /url|uri|address|host|issuer|origin|redirect/i;
const NAMES_DOCUMENTS = /^(?:text|upload)$/;
const MENTIONS_ADDRESS = /\baddress/i;

type Field = GraphQLInputField | GraphQLArgument;

/** Whether a field may contain an address, or a document with one. */
function mayHoldAddress({ name, description, type }: Field): boolean {
  const { name: ofType } = getNamedType(type);
  if (ofType === 'JSON') return true;
  if (ofType !== 'String' && ofType !== 'ID') return false;
  return NAMES_ADDRESSES.test(name) || NAMES_DOCUMENTS.test(name) || MENTIONS_ADDRESS.test(description ?? '');
}

function fieldsOf(schemaText: string): string[] {
  const types = Object.values(buildSchema(schemaText).getTypeMap());
  const inputs = types
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const));
  const args = types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => [type.name, field] as const))
    .flatMap(([type, { name, args }]) => args.map((field) => [`${type}.${name}.${field.name}`, field] as const));
  return [...inputs, ...args].filter(([, field]) => mayHoldAddress(field)).map(([place]) => place);
}

const schemaText = readFileSync('schema.graphql', 'utf8');

it('every input that may contain an address is in the egress test, or has a reason why it is never requested', () => {
  const fields = fieldsOf(schemaText).sort();
  expect(fields).toEqual(Object.keys(FIELDS).sort());
  const ways = Object.values(FIELDS).flatMap((each) => (typeof each === 'string' ? [] : each));
  expect([...new Set([...ways, ...ELSEWHERE])].sort()).toEqual(Object.keys(WAYS).sort());
  process.stdout.write(`${fields.length} inputs that may hold an address, ${Object.keys(WAYS).length} ways in\n`);
});

it('a new input is found by its name, its description or its type', () => {
  const more = 'extend input CreateWebhookInput { logoUrl: String "Its address." place: String more: JSON count: Int }';
  const extra = fieldsOf(`${schemaText}\n${more}`).filter((place) => !(place in FIELDS));
  expect(extra).toEqual(['logoUrl', 'place', 'more'].map((name) => `CreateWebhookInput.${name}`));
});
