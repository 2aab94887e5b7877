import { ApiError } from '../../api/operation.ts';
import type { SourceKind } from './draft.ts';

const ADVICE: readonly (readonly [sign: RegExp, kinds: readonly SourceKind[] | null, text: string])[] = [
  [/\b40[13]\b/, ['mcp'], 'It may want a key before it lists its tools: add the header that carries it below.'],
  [/\b40[13]\b/, null, 'The address wants a sign-in. Download the document yourself, then upload or paste it.'],
  [/\b404\b/, null, 'Nothing is at this address. Open it in a browser to check it.'],
  [
    /TOOLYARD_EGRESS_ALLOW/,
    null,
    'It is in this installation’s own network: start the service with its host and port in TOOLYARD_EGRESS_ALLOW, such as TOOLYARD_EGRESS_ALLOW=127.0.0.1:8080 npm start.',
  ],
  [/connection refused|cannot be read|not be reached/i, null, 'Check the address, and that the service is running.'],
  [/is OpenAPI, not/, null, 'Choose “OpenAPI document” above.'],
  [/is a server\.json/, null, 'Choose “Registry entry” above.'],
  [/is a server document/, null, 'Choose “Toolyard document” above.'],
  [/not an object|not JSON|neither a server/i, null, 'Give the document itself, as JSON or YAML, not a page about it.'],
  [/in time|timed out/i, null, 'It took too long to answer. Try again in a moment.'],
  [/baseUrl|base address|no server/i, ['openapi'], 'Enter the address of the API as the base URL.'],
];

/** What to try next, where that can be told from what went wrong; null otherwise. */
export function adviceFor(error: Error, kind: SourceKind): string | null {
  // Toolyard itself did not answer.
  if (error instanceof ApiError && error.code === 'NETWORK') return null;
  const issues = error instanceof ApiError ? error.issues : [];
  const text = [error.message, ...issues.map(({ message }) => message)].join('\n');
  return ADVICE.find(([sign, kinds]) => (kinds?.includes(kind) ?? true) && sign.test(text))?.[2] ?? null;
}

const CREDENTIAL = '/credentials/';

/** The credential fields that a source wants before it lists its tools. */
export function wantedCredentials(error: Error | null): readonly { readonly id: string; readonly name: string }[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues
    .filter(({ path }) => path.startsWith(CREDENTIAL))
    .map(({ path, message }) => ({ id: path.slice(CREDENTIAL.length), name: message.replace(/^needed: /, '') }));
}

/** The problem of the source's field, if it is the only one: it is shown there and nowhere else. */
export function sourceIssue(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.issues.length !== 1) return null;
  const issue = error.issues.find(({ path }) => path.startsWith('/source') && !/headers|\/baseUrl$/.test(path));
  return issue?.message ?? null;
}
