import type { ServerId } from '../kernel/ids.ts';
import { isRecord } from '../lib/json.ts';
import type { SearchEntry } from './collectTerms.ts';
import { namesOfServer } from './services.ts';

// Truncates longer descriptions: these are manuals that state the tool's purpose at the beginning.
const DESCRIPTION_CHARS_MAX = 1_000;
// Maximum characters of one tool's inputs, of which there may be hundreds.
const INPUTS_CHARS_MAX = 2_000;
const SENTENCE_CHARS_MAX = 200;

type Searched = {
  readonly slug: ServerId;
  /** All of the tool's names. */
  readonly names: readonly string[];
  readonly title: string | null;
  readonly description: string;
  readonly server: string;
  /** The path of the tool's request, with slots in braces; null if there is none. */
  readonly path: string | null;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The base address of the server's requests; null for a stdio server. */
  readonly baseUrl: string | null;
  /** Everyday requests that the tool serves (`asks` of a server document). */
  readonly asks: readonly string[];
};

/** The searchable texts of a tool; long ones are truncated. */
export const toSearchEntry = ({
  slug,
  names,
  title,
  description,
  server,
  path,
  inputSchema: { properties },
  baseUrl,
  asks,
}: Searched): SearchEntry => ({
  slug,
  serviceNames: namesOfServer({ name: server, slug, host: URL.parse(baseUrl ?? '')?.hostname ?? null }),
  phrases: [
    ...asks,
    title ?? '',
    // The first sentence.
    (/^[^.;\n]+/.exec(description)?.[0] ?? '').slice(0, SENTENCE_CHARS_MAX),
  ].filter((phrase) => phrase !== ''),
  name: [...new Set(names)].join(' '),
  title: title ?? '',
  description: description.slice(0, DESCRIPTION_CHARS_MAX),
  server,
  // The nouns of a request's path, without its slots.
  path: (path ?? '').replaceAll(/\{[^{}]*\}/g, ' '),
  inputs: isRecord(properties) ? Object.keys(properties).join(' ').slice(0, INPUTS_CHARS_MAX) : '',
  asks: asks.join(' '),
});
