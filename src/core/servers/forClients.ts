import { z } from 'zod';
import { visibleText, withoutHidden } from '../lib/hiddenText.ts';
import { isJsonObject, isRecord, type JsonObject, type JsonValue } from '../lib/json.ts';
import { listUpTo } from '../lib/parse.ts';

/** Maximum icons of a tool; further ones are omitted. */
const ICONS_MAX = 4;
const ADDRESS_CHARS_MAX = 2_048;
/** Maximum characters of an icon in a `data:` URL; larger icons are omitted. */
const DATA_CHARS_MAX = 4_096;
/** Maximum bytes of JSON. Larger `_meta` is omitted entirely, since a part may have a different meaning. */
const META_BYTES_MAX = 8_192;
/** `_meta` with deeper values is omitted. */
const META_DEPTH_MAX = 16;
/** The protocol's own keys apply to one hop only (MCP, `_meta`). */
const RESERVED_META = 'io.modelcontextprotocol/';

const isReserved = (key: string): boolean => key.startsWith(RESERVED_META);

const DATA_IMAGE = /^data:image\/[a-z0-9.+-]{1,64}[;,][\x21-\x7e]*$/i;

const iconSchema = z.strictObject({
  src: z.string().refine((src) => {
    if (src.startsWith('data:')) return src.length <= DATA_CHARS_MAX && DATA_IMAGE.test(src);
    const url = src.length <= ADDRESS_CHARS_MAX ? URL.parse(src) : null;
    return url?.protocol === 'https:' && url.username === '' && url.password === '' && /^[\x21-\x7e]+$/.test(src);
  }, `must be an https: address, or data: of an image of at most ${DATA_CHARS_MAX} characters`),
  mimeType: z
    .string()
    .regex(/^image\/[a-z0-9.+-]{1,64}$/i)
    .optional(),
  sizes: listUpTo(z.string().regex(/^(\d{1,5}x\d{1,5}|any)$/), 8).optional(),
  theme: z.enum(['light', 'dark']).optional(),
});

const metaSchema = z
  .record(z.string(), z.unknown())
  .refine((meta) => !Object.keys(meta).some(isReserved), `must not hold keys that start with ${RESERVED_META}`)
  .refine(isWithinBounds, `must take at most ${META_BYTES_MAX} bytes, and be at most ${META_DEPTH_MAX} levels deep`);

/**
 * Tool metadata for clients, not models: its icons, `_meta`, and whether it runs as a task. Uses the protocol's own
 * names and the server's values.
 */
export const forClientsSchema = z.strictObject({
  icons: listUpTo(iconSchema, ICONS_MAX, 1).optional(),
  _meta: metaSchema.optional(),
  execution: z.strictObject({ taskSupport: z.enum(['forbidden', 'optional', 'required']) }).optional(),
});

/** A tool's metadata for clients. */
export type ForClients = z.infer<typeof forClientsSchema>;

/** Reads the stored column; empty for rows from releases without it. */
export const toForClients = (stored: unknown): ForClients =>
  !isRecord(stored) || Object.keys(stored).length === 0 ? {} : (forClientsSchema.safeParse(stored).data ?? {});

/**
 * Reads a tool's client metadata within the bounds above. Drops values that break the protocol or a bound, hidden
 * characters, and the protocol's own keys; null if nothing is left. Idempotent.
 */
export function readForClients(tool: Readonly<Record<string, unknown>>): JsonObject | null {
  const listed: readonly unknown[] = Array.isArray(tool['icons']) ? tool['icons'] : [];
  const icons = listed.flatMap((icon) => (isRecord(icon) ? readIcon(icon) : [])).slice(0, ICONS_MAX);
  const meta = readMeta(tool['_meta']);
  const execution = forClientsSchema.shape.execution.safeParse(tool['execution']).data;
  const metadata = {
    ...(icons.length > 0 && { icons }),
    ...(meta && { _meta: meta }),
    ...(execution && { execution }),
  };
  return Object.keys(metadata).length > 0 ? metadata : null;
}

/** The parts of a tool's metadata that `readForClients` leaves out, without the protocol's own keys. */
export function omittedForClients(tool: Readonly<Record<string, unknown>>, read: JsonObject | null): string[] {
  const [icons, meta, execution] = ['icons', '_meta', 'execution'].map((key) => tool[key] ?? undefined);
  const given = Array.isArray(icons) ? icons.length : 0;
  const kept = Array.isArray(read?.['icons']) ? read['icons'].length : 0;
  const hasOwnMeta = !isJsonObject(meta) || Object.keys(meta).some((key) => !isReserved(key));
  const omitted = {
    'its icons are not a list, and are left out': icons !== undefined && !Array.isArray(icons),
    [`${given - kept} of its ${given} icons are invalid, too long or too many, and are left out`]: given > kept,
    [`its _meta is not an object within the limits, and is left out`]:
      meta !== undefined && hasOwnMeta && read?.['_meta'] === undefined,
    'its execution is invalid, and is left out': execution !== undefined && read?.['execution'] === undefined,
  };
  return Object.entries(omitted).flatMap(([reason, isOmitted]) => (isOmitted ? [reason] : []));
}

/** An icon that can be loaded, without its invalid attributes. */
function readIcon({ src, ...more }: Readonly<Record<string, unknown>>): JsonObject[] {
  const { shape } = iconSchema;
  const address = shape.src.safeParse(src).data;
  if (address === undefined) return [];
  const mimeType = shape.mimeType.safeParse(more['mimeType']).data;
  const sizes = shape.sizes.safeParse(more['sizes']).data;
  const theme = shape.theme.safeParse(more['theme']).data;
  return [{ src: address, ...(mimeType && { mimeType }), ...(sizes && { sizes }), ...(theme && { theme }) }];
}

function readMeta(input: unknown): JsonObject | null {
  if (!isJsonObject(input) || !isWithinBounds(input)) return null;
  const own = Object.entries(input).filter(([key]) => !isReserved(key));
  const meta = Object.fromEntries(own.map(([key, value]) => [withoutHidden(key), visibleValue(value)]));
  return own.length > 0 && isWithinBounds(meta) ? meta : null;
}

/** The value without hidden characters in its texts. */
function visibleValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [withoutHidden(key), visibleValue(member)]));
}

function isWithinBounds(meta: unknown): boolean {
  return !isDeeper(meta, META_DEPTH_MAX) && Buffer.byteLength(JSON.stringify(meta)) <= META_BYTES_MAX;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));
