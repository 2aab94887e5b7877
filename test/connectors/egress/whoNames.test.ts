import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Code that dials an address: egress requests, and programs' connections. */
const WAYS_OUT =
  /\begress\.(?:request|receive|ask|open|fetchFor)\b|(?<!function )\b(?:fetchFor|openEgressProxy|openEgressListener)\(/g;

/**
 * The places that send to foreign addresses, and who chooses each address. `operator`: the configuration, a command,
 * or a program that the operator added. `owner`: the server's account, or the operator for the marketplace. `upstream`:
 * also responses and foreign documents, with exceptions only at the chooser's own origin. `anybody`: never with an
 * exception.
 */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  'cli/doctor/surroundings.ts': ['operator: the address to try'],
  'cli/doctor/upstreams.ts': ['owner: the origin of a server that is in a stack'],
  'cli/serverImport.ts': ['handed on to readImport.ts'],
  'connectors/graphqlApi/introspect.ts': ['owner: the base address; upstream: a server that a document names'],
  'connectors/http/call.ts': ['owner: the base address; upstream: an operation’s own'],
  'connectors/import/importer.ts': ['handed on to readImport.ts', 'handed on to readSource.ts'],
  'connectors/import/readImport.ts': ['owner: the address of a document'],
  'connectors/import/withSignIn.ts': ['upstream: where to sign in'],
  'connectors/kubernetes/pods.ts': ['operator: the program'],
  'connectors/mcp/connect.ts': ['owner: the server’s address; upstream: a server that a document names'],
  'connectors/mcp/eventStream.ts': ['owner: the server’s address', 'owner: the server’s address'],
  'connectors/mcp/post.ts': ['owner: the server’s address'],
  'connectors/models/embeddings.ts': ['operator: the embeddings endpoint'],
  'connectors/models/models.ts': ['owner: the address of a model'],
  'connectors/oauth/clientDocuments.ts': ['anybody: the client id'],
  'connectors/oauth/identityProvider.ts': ['operator: the issuer; upstream: its endpoints'],
  'connectors/oauth/issuerKeys.ts': ['owner: the address of the keys'],
  'connectors/oauth/oauth.ts': [
    'upstream: metadata, registration and the token endpoint',
    'upstream: the token endpoint, for a code',
    'upstream: the token endpoint, for a renewal',
    'upstream: the token endpoint, for a client of its own',
    'upstream: metadata and registration',
  ],
  'connectors/registry/reader.ts': ['operator: the registry'],
  'connectors/sse/stream.ts': ['owner: the server’s address', 'upstream: the address for messages, of the same origin'],
  'connectors/stdio/thisMachine.ts': ['operator: the program'],
  'connectors/webhooks.ts': ['owner: the address of a webhook'],
  'start/callCopier.ts': ['operator: where call records are copied to'],
  'start/fileStore.ts': ['operator: the bucket of files'],
  'start/telemetry.ts': ['operator: the receiver'],
};

it('every request to a foreign address declares who chooses the address', () => {
  const uses = globSync('src/**/*.ts', { exclude: ['src/generated/**', 'src/connectors/egress/**'] })
    .map((path) => [path.slice('src/'.length), readFileSync(path, 'utf8').match(WAYS_OUT)?.length ?? 0] as const)
    .filter(([, count]) => count > 0);
  const decided = Object.entries(NAMED_BY).map(([path, names]) => [path, names.length] as const);
  expect(Object.fromEntries(uses)).toEqual(Object.fromEntries(decided));
});
