import { AppError } from '../../core/lib/errors.ts';
import { parseInput } from '../../core/lib/parse.ts';
import { type ImportedServer, withTools } from '../../core/marketplace/discovered.ts';
import type { ImportHeader } from '../../core/marketplace/importPort.ts';
import { type ServerDocument, serverDocumentSchema } from '../../core/servers/document.ts';
import { slugOf } from '../../core/servers/slug.ts';
import { credentialFieldsFor } from '../openapi/givenScheme.ts';
import { withHeaders } from './headerFields.ts';
import { discoverTools } from './importMcp.ts';
import type { ReadDocument } from './readDocument.ts';
import type { ImportOptions } from './readImport.ts';

type DocumentOptions = Pick<ImportOptions, 'id' | 'name' | 'scheme'>;

/** The document of a GraphQL API at an address, named after it. The API isn't contacted yet. */
function toDocument(baseUrl: string, { id, name, scheme = { kind: 'none' } }: DocumentOptions): ServerDocument {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  const credentials = scheme.kind === 'none' ? [] : credentialFieldsFor(scheme);
  const connector = { kind: 'graphql', baseUrl };
  const document = { id: id ?? slugOf(host), name: name ?? id ?? host, connector, credentials };
  return parseInput(serverDocumentSchema, document, 'Invalid server document');
}

/** The server of a GraphQL API, with the tools that its introspection gives. @throws AppError as `discoverTools` */
export function askGraphql(
  url: string,
  headers: readonly ImportHeader[],
  options: ImportOptions,
): Promise<ImportedServer> {
  const { document, credentials } = withHeaders(toDocument(url, options), headers);
  return discoverTools(document, { ...options, credentials: { ...options.credentials, ...credentials } });
}

/** The server of a schema that was read. @throws AppError invalid_input without the API's address */
export async function importGraphql(
  { tools }: Extract<ReadDocument, { kind: 'graphql' }>,
  headers: readonly ImportHeader[],
  options: ImportOptions,
): Promise<ImportedServer> {
  const { baseUrl, signal, accountId = null } = options;
  if (baseUrl === undefined)
    throw new AppError(
      'invalid_input',
      'A GraphQL schema does not contain the address of its API: give it as base URL',
    );
  const { document } = withHeaders(toDocument(baseUrl, options), headers);
  options.permit?.(document);
  return withTools(document, { tools, instructions: null, credentials: [] }, { accountId, signal });
}
