import type { PreviewedCall, RequestPreview } from '../../core/calls/connector.ts';

/** The JSON-RPC message of a call, without the id and metadata that a session adds. */
export function previewMessage({ toolName, input }: PreviewedCall): Pick<RequestPreview, 'body' | 'bodyBytes'> {
  const params = { name: toolName, arguments: input };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params });
  return { body, bodyBytes: Buffer.byteLength(body) };
}
