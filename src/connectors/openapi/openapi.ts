import type { Connector } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { callHttp } from '../http/call.ts';
import { UnusableInput } from '../http/wireRequest.ts';
import { operationParts } from './operationRequest.ts';

/** The connector for APIs described by OpenAPI: each tool is an operation. Closing it does not close the egress. */
export const createOpenApi = ({ egress }: { readonly egress: Egress }): Connector => ({
  call: (call) => {
    const { request } = call;
    const build: Parameters<typeof callHttp>[2] = ({ input }, placed) => {
      if (request?.kind !== 'operation') throw new UnusableInput('The tool is not an OpenAPI operation');
      return operationParts(request, input, placed);
    };
    return callHttp(egress, call, build, {});
  },
  close: async () => undefined,
});
