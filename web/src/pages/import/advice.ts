import { ApiError } from '../../api/operation.ts';
import type { Draft, SourceKind } from './draft.ts';

const ADVICE: readonly (readonly [sign: RegExp, kinds: readonly SourceKind[] | null, text: string])[] = [
  [/\b40[13]\b/, ['mcp', 'graphql'], 'The server may need a key to list its tools. Add it as a header.'],
  [/\b40[13]\b/, null, 'The URL requires sign-in. Download the document, then upload or paste it.'],
  [/\b404\b/, null, 'Nothing was found at this URL. Open it in a browser to check it.'],
  [
    /TOOLYARD_EGRESS_ALLOW/,
    null,
    'This address is in the installation’s own network. To allow it, start the service with its host and port in TOOLYARD_EGRESS_ALLOW, such as TOOLYARD_EGRESS_ALLOW=127.0.0.1:8080 npm start.',
  ],
  [/connection refused|cannot be read|not be reached/i, null, 'Check the URL, and that the service is running.'],
  [/is OpenAPI, not/, null, 'Choose “OpenAPI document” above.'],
  [/is a server\.json/, null, 'Choose “Registry entry” above.'],
  [/is a server document/, null, 'Choose “Toolyard document” above.'],
  [
    /not an object|not JSON|neither a server/i,
    null,
    'Provide the JSON or YAML document itself, not a web page about it.',
  ],
  [/in time|timed out/i, null, 'The server took too long to respond. Try again in a moment.'],
  [/baseUrl|base address|no server/i, ['openapi'], 'Enter the API’s URL as the base URL.'],
];

/** A suggestion for a known error; null for others. */
export function adviceFor(error: Error, kind: SourceKind): string | null {
  // Toolyard itself was unreachable.
  if (error instanceof ApiError && error.code === 'NETWORK') return null;
  const issues = error instanceof ApiError ? error.issues : [];
  const text = [error.message, ...issues.map(({ message }) => message)].join('\n');
  return ADVICE.find(([sign, kinds]) => (kinds?.includes(kind) ?? true) && sign.test(text))?.[2] ?? null;
}

/** The command that imports a stdio server, which only the operator may import; null for other failures. */
export function operatorCommand(error: Error, kind: SourceKind, draft: Draft): string | null {
  if (!/Only the operator can import a stdio server/.test(error.message)) return null;
  const source = draft[kind];
  if (!('place' in source)) return null;
  const place = source.place === 'url' ? source.url.trim() : (source.file?.name ?? 'server.json');
  return `toolyard server import '${place.replaceAll("'", "'\\''")}'`;
}

const CREDENTIAL = '/credentials/';

/** Credential fields that a source requires before it lists its tools. */
export function neededCredentials(error: Error | null): readonly { readonly id: string; readonly name: string }[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues
    .filter(({ path }) => path.startsWith(CREDENTIAL))
    .map(({ path, message }) => ({ id: path.slice(CREDENTIAL.length), name: message.replace(/^needed: /, '') }));
}

/** The source field's issue if it is the only one; only that field shows it. */
export function sourceIssue(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.issues.length !== 1) return null;
  const issue = error.issues.find(({ path }) => path.startsWith('/source') && !/headers|\/baseUrl$/.test(path));
  return issue?.message ?? null;
}
