import { parseJson, textOf } from '../lib/json.ts';
import { transfer } from '../lib/transfer.ts';
import { type SmallOutput, toLarge } from './largeOutput.ts';
/** Runs in the threads of `core/lib/workerPool.ts`. All values are JSON text in UTF-8, as in `LargeOutput`. */
import { exposeOutput, type NamedServer } from './namespacing.ts';
import type { ToolOutcome } from './outcome.ts';
import { chunkBody, chunkOf } from './part.ts';
import { toResult } from './result.ts';
import { type Selection, selectFrom } from './select.ts';
import type { StoredPart } from './storedResult.ts';
import { transferOutcome } from './transferOutcome.ts';

/** Safe cast: the event loop passes the output of `toLarge` or `outcomeJson`. */
const parse = <T>(json: Uint8Array): T => parseJson(textOf(json)) as unknown as T;

/** The JSON text of a value. */
function write(value: unknown): Uint8Array {
  const json = Buffer.from(JSON.stringify(value));
  return transfer<Uint8Array>(json, json);
}

export const result = (json: Uint8Array): Uint8Array => write(toResult(parse<SmallOutput>(json)));

/** Parses an outcome, but keeps its output as JSON text. */
export const outcome = (json: Uint8Array): ToolOutcome => transferOutcome(toLarge(parse<ToolOutcome>(json), []));

/** An output whose resource links are rewritten to lead to the stack. */
export function exposed({ json, ...server }: NamedServer & { readonly json: Uint8Array }): Uint8Array {
  const output = parse<SmallOutput>(json);
  if (output.type !== 'mcp') return json;
  return write(exposeOutput(server, output));
}

/** Applies a selection to a result. */
export const selected = ({ json, ...selection }: Selection & { readonly json: Uint8Array }): Uint8Array | null =>
  selectFrom(selection, json);

export const part = ({ handle, ...rest }: StoredPart): ToolOutcome =>
  transferOutcome(toLarge({ kind: 'ok', output: { type: 'json', value: chunkBody(chunkOf(rest), handle) } }, []));
