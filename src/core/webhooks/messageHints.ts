import { hasExactNumber } from '../lib/decimal.ts';
import { isRecord, type JsonValue } from '../lib/json.ts';
import { storedObject, storedObjectOrNull } from '../lib/storedJson.ts';

/**
 * A tool's hints in the form that a message stores. The column (`jsonb`) reformats numbers and rejects some. So hints
 * with numbers that JavaScript would change are stored as JSON text.
 */
export function hintsToStore(text: string | null): JsonValue {
  const hints = storedObjectOrNull(text);
  return text !== null && hasExactNumber(hints) ? text : hints;
}

/** A stored message in the form that is sent, with its hints as an object. */
export function withHints(payload: unknown): unknown {
  const data = isRecord(payload) ? payload['data'] : null;
  const hints = isRecord(data) ? data['tool_annotations'] : null;
  if (!isRecord(payload) || !isRecord(data) || typeof hints !== 'string') return payload;
  return { ...payload, data: { ...data, tool_annotations: storedObject(hints) } };
}
