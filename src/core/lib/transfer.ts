import { move, transferableSymbol, valueSymbol } from 'piscina';

/**
 * In a thread: what a task returns, whose large bytes are handed over to the event loop, where a copy of megabytes
 * would take milliseconds. The thread reads them no more.
 */
export function transfer<Value extends object>(value: Value, { buffer, length }: Uint8Array): Value {
  if (!(buffer instanceof ArrayBuffer) || length !== buffer.byteLength) return value;
  const handed = { [transferableSymbol]: [buffer], [valueSymbol]: value };
  // Boundary: the event loop gets the value (Piscina, `move`).
  return move(handed) as Value;
}
