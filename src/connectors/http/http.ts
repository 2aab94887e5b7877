import type { Connector } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { callHttp, previewHttp } from './call.ts';

/**
 * The connector for APIs over HTTP. Tools are request templates, or operations of OpenAPI or GraphQL. Closing the
 * connector leaves the egress open.
 */
export const createHttp = ({ egress }: { readonly egress: Egress }): Connector => ({
  call: (call) => {
    const { request } = call;
    if (request?.kind === 'graphql') return callHttp(egress, call, { failure: 'graphql' });
    return callHttp(egress, call, { failure: request?.kind === 'template' ? request.failure : undefined });
  },
  preview: previewHttp,
  close: async () => undefined,
});
