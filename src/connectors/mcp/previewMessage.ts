import type { PreviewedCall, RequestPreview } from '../../core/calls/connector.ts';
import { previewBody } from '../previewBody.ts';

/** The JSON-RPC message of a call, without the id and metadata that a session adds. */
export function previewMessage({ toolName, input }: PreviewedCall): Pick<RequestPreview, 'body' | 'bodyBytes'> {
  const params = { name: toolName, arguments: input };
  return previewBody(JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params }));
}
