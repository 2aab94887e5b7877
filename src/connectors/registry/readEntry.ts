import { z } from 'zod';
import { AppError } from '../../core/lib/errors.ts';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { isRecord } from '../../core/lib/json.ts';
import { storable } from '../../core/lib/text.ts';
import type { EntryTransport, RegistryEntry } from '../../core/registry/registryPort.ts';
import { isWebAddress } from '../../core/servers/webAddress.ts';
import { importRegistryServer } from '../import/registryImport.ts';

const URL_CHARS_MAX = 2_048;
const WAYS_MAX = 16;
const OFFICIAL = 'io.modelcontextprotocol.registry/official';

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;

/** Display text in one line: without hidden characters, and truncated. */
const cutText = (charsMax: number) =>
  z.string().transform((text) => storable(withoutHidden(text.slice(0, 4 * charsMax)).trim(), charsMax));

/** A web address of printable ASCII; anything else becomes null. */
const link = z
  .string()
  .max(URL_CHARS_MAX)
  .refine((text) => isWebAddress(text) && /^[\x21-\x7e]+$/.test(text))
  .nullable()
  .catch(null);

const few = <T extends z.ZodType>(each: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((input) =>
      input.slice(0, WAYS_MAX).flatMap((one) => {
        const parsed = each.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const remote = z.object({ type: cutText(40), url: cutText(URL_CHARS_MAX) });
const packageEntry = z.object({
  registryType: cutText(40),
  identifier: cutText(300),
  version: cutText(255).nullable().catch(null),
  transport: z
    .object({ type: cutText(40) })
    .transform(({ type }) => type)
    .catch(''),
});

/** Schema of a displayed entry. Entries without a usable name or version cannot be distinguished and are dropped. */
const entrySchema = z.object({
  name: z.string().max(200).regex(NAME),
  version: z
    .string()
    .max(255)
    .regex(/^[\x21-\x7e]+$/),
  title: cutText(100).nullable().catch(null),
  description: cutText(300).catch(''),
  websiteUrl: link,
  repository: z
    .object({ url: link })
    .transform(({ url }) => url)
    .nullable()
    .catch(null),
  remotes: few(remote),
  packages: few(packageEntry),
});

const officialSchema = z.object({
  status: z.enum(['active', 'deprecated', 'deleted']).nullable().catch(null),
  updatedAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullable()
    .catch(null),
});

/** The address of a version of an entry. @param url of the registry, without a trailing slash */
export const documentUrlOf = (url: string, name: string, version: string): string =>
  `${url}/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;

/** Reads an entry from a registry's API response; null for anything invalid. */
export function readEntry(url: string, input: unknown): RegistryEntry | null {
  const server = isRecord(input) ? input['server'] : undefined;
  const parsed = entrySchema.safeParse(server);
  if (!parsed.success) return null;
  const { websiteUrl, title, ...entry } = parsed.data;
  const meta = isRecord(input) && isRecord(input['_meta']) ? input['_meta'][OFFICIAL] : undefined;
  return {
    ...entry,
    title: title === '' ? null : title,
    website: websiteUrl,
    ...(officialSchema.safeParse(meta).data ?? { status: null, updatedAt: null }),
    way: wayOf(server),
    documentUrl: documentUrlOf(url, entry.name, entry.version),
  };
}

/** How an import would handle the entry. Sends no requests and starts no programs. */
function wayOf(server: unknown): EntryTransport {
  try {
    const { connector, credentials } = importRegistryServer(server);
    if (connector.kind !== 'mcp-stdio') return { kind: 'import', credentials };
    const words = [connector.command ?? '', ...connector.args];
    return { kind: 'operator', commandLine: words.map(quoted).join(' '), credentials };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Adds the first issue to the message, because an issue is more specific.
    const {
      message,
      details: { issues = [] },
    } = error;
    const [issue] = issues;
    const reason = issue ? `${message}: ${issue.path} ${issue.message}` : message;
    return { kind: 'none', reason: storable(withoutHidden(reason), 300) };
  }
}

/** Quotes one word of a command line for a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
