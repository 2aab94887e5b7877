import { move, transferableSymbol, valueSymbol } from 'piscina';

/**
 * In a worker thread: returns a task's result and transfers its large buffers to the event loop. Copying megabytes
 * would take milliseconds. The thread must not read them afterwards.
 */
export function transfer<Value extends object>(value: Value, { buffer, length }: Uint8Array): Value {
  if (!(buffer instanceof ArrayBuffer) || length !== buffer.byteLength) return value;
  const handed = { [transferableSymbol]: [buffer], [valueSymbol]: value };
  // Safe cast: the event loop gets the value (Piscina, `move`).
  return move(handed) as Value;
}
