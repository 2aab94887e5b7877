import type { ConnectorDocument } from './document.ts';
import type { ServiceKeyPlace, ToolRequest } from './toolRequest.ts';

/** Where a tool's service expects an idempotency key; null if it doesn't support one. */
export function keyPlaceOf(
  request: ToolRequest | null,
  { connector }: { readonly connector: ConnectorDocument },
): ServiceKeyPlace | null {
  if (request === null) return null;
  if (request.idempotencyKey) return request.idempotencyKey;
  const ofAll = 'idempotencyKey' in connector ? connector.idempotencyKey : undefined;
  return request.method === 'POST' ? (ofAll ?? null) : null;
}
