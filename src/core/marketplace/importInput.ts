import { z } from 'zod';
import { serverIdSchema, uploadIdSchema } from '../kernel/idSchemas.ts';
import type { UploadId } from '../kernel/ids.ts';
import { listUpTo, mapOf } from '../lib/parse.ts';
import { QUERY_CHARS_MAX } from '../lib/search.ts';
import { shownName } from '../lib/text.ts';
import { requestedSchemeSchema } from '../servers/credentialScheme.ts';
import { SERVER_ID } from '../servers/document.ts';
import { requestedChoiceSchema } from '../servers/operationChoice.ts';
import { requestedWordingSchema } from '../servers/textOverrides.ts';
import { isWebAddress } from '../servers/webAddress.ts';
import type { DocumentPlace, OpenApiSource, ServerSource, UploadedDocument } from './importPort.ts';

const URL_CHARS_MAX = 2_048;
const HEADERS_MAX = 16;
const VALUE_CHARS_MAX = 16_384;

const address = z
  .string()
  .max(URL_CHARS_MAX)
  .refine(isWebAddress, 'must be an http or https address without user name and password');

const upload = uploadIdSchema(z.string());
const place = { text: z.string().min(1).nullish(), url: address.nullish(), upload: upload.nullish() };

type SourcePlace = {
  readonly text?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly upload?: UploadId | null | undefined;
};

const isOnePlace = ({ text, url, upload: id }: SourcePlace): boolean =>
  [text, url, id].filter((each) => typeof each === 'string').length === 1;
const ONE_PLACE = 'must have exactly one of text, url and upload';

const header = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be a header name'),
  value: z
    .string()
    .min(1)
    .max(VALUE_CHARS_MAX)
    .regex(/^[\t\x20-\x7e]+$/, 'must be visible ASCII'),
});

const openApi = z
  .strictObject({
    ...place,
    baseUrl: z.string().max(URL_CHARS_MAX).nullish(),
    operations: requestedChoiceSchema.nullish(),
    credential: requestedSchemeSchema.nullish(),
    wording: requestedWordingSchema.nullish(),
  })
  .refine(isOnePlace, ONE_PLACE);

const headers = listUpTo(header, HEADERS_MAX)
  .refine(
    (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
    'must not name a header twice',
  )
  .nullish();

const graphql = z
  .strictObject({ ...place, baseUrl: address.nullish(), headers })
  .refine(isOnePlace, ONE_PLACE)
  .refine(({ url, baseUrl }) => typeof url === 'string' || typeof baseUrl === 'string', {
    path: ['baseUrl'],
    message: 'must be the address of the API, which a schema does not contain',
  });

const source = z
  .strictObject({
    document: z.unknown().optional(),
    openApi: openApi.nullish(),
    graphql: graphql.nullish(),
    mcp: z.strictObject({ url: address, headers }).nullish(),
    registry: z.strictObject(place).refine(isOnePlace, ONE_PLACE).nullish(),
    upload: upload.nullish(),
  })
  .refine(
    (input) => Object.values(input).filter((each) => each !== undefined && each !== null).length === 1,
    'must have exactly one of document, openApi, graphql, mcp, registry and upload',
  );

const importOptions = {
  id: serverIdSchema(z.string().regex(SERVER_ID, 'must be lower case letters, digits and hyphens')).nullish(),
  name: shownName.min(1).max(200).nullish(),
  credentials: mapOf(z.string().max(64), z.string().min(1).max(VALUE_CHARS_MAX)).nullish(),
};

/** Input of a preview: the source, and options for reading and calling the server. */
export const previewInputSchema = z.strictObject({ source, ...importOptions });

/** Input of an import: the input of its preview, and optionally the preview's digest. */
export const importInputSchema = z.strictObject({ source, ...importOptions, digest: z.string().max(64).nullish() });

/** Input of a list of operations to choose from. */
export const operationsInputSchema = z.strictObject({
  openApi,
  id: importOptions.id,
  search: z.string().trim().min(1).max(QUERY_CHARS_MAX).nullish(),
});

/** The parsed `source` of an import. */
export type RequestedSource = z.output<typeof source>;
export type PreviewInput = z.output<typeof previewInputSchema>;

/**
 * Finds an uploaded document.
 * @throws invalid_input if there is none
 */
type FindUpload = (id: UploadId) => Promise<UploadedDocument>;

const toPlace = async ({ text, url, upload: id }: SourcePlace, find: FindUpload): Promise<DocumentPlace> => {
  if (typeof id === 'string') return find(id);
  return typeof url === 'string' ? { url } : { text: text ?? '' };
};

/**
 * Converts a submitted OpenAPI document.
 * @throws as `find`
 */
export const toOpenApiSource = async (source: z.output<typeof openApi>, find: FindUpload): Promise<OpenApiSource> => ({
  kind: 'openapi',
  place: await toPlace(source, find),
  baseUrl: source.baseUrl ?? undefined,
  choice: source.operations ?? undefined,
  scheme: source.credential ?? undefined,
  wording: source.wording ?? undefined,
});

/** Converts the given source. The schema guarantees that there is exactly one. @throws as `find` */
export async function toSource(
  { document, openApi: api, graphql: schema, mcp, registry, upload: id }: RequestedSource,
  find: FindUpload,
): Promise<ServerSource> {
  if (api) return toOpenApiSource(api, find);
  if (schema)
    return {
      kind: 'graphql',
      place: await toPlace(schema, find),
      baseUrl: schema.baseUrl ?? undefined,
      headers: schema.headers ?? [],
    };
  if (mcp) return { kind: 'mcp', url: mcp.url, headers: mcp.headers ?? [] };
  if (registry) return { kind: 'registry', place: await toPlace(registry, find) };
  return typeof id === 'string' ? { kind: 'server', place: await find(id) } : { kind: 'server', document };
}

/** JSON Pointer (RFC 6901) to the source in the input, for issues. */
export function sourcePath({ openApi: api, graphql: schema, mcp, registry, upload: id }: RequestedSource): string {
  if (mcp) return '/source/mcp/url';
  if (typeof id === 'string') return '/source/upload';
  for (const [name, place] of Object.entries({ openApi: api, graphql: schema, registry })) {
    if (!place) continue;
    const member = typeof place.upload === 'string' ? 'upload' : typeof place.url === 'string' ? 'url' : 'text';
    return `/source/${name}/${member}`;
  }
  return '/source/document';
}
