import type { Connector } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { callHttp } from '../http/call.ts';
import { templateParts } from '../http/templateRequest.ts';
import { UnusableInput } from '../http/wireRequest.ts';
import { operationParts } from './operationRequest.ts';

/**
 * The connector for APIs described by OpenAPI: a tool is an operation, or a template where one operation does many
 * things. Closing it does not close the egress.
 */
export const createOpenApi = ({ egress }: { readonly egress: Egress }): Connector => ({
  call: (call) => {
    const { request } = call;
    const failure = request?.kind === 'template' ? request.failure : undefined;
    const build: Parameters<typeof callHttp>[2] = (given, placed) => {
      if (request?.kind === 'template') return templateParts(request, given, placed);
      if (request?.kind !== 'operation') throw new UnusableInput('The tool is not an OpenAPI operation');
      return operationParts(request, given.input, placed);
    };
    return callHttp(egress, call, build, { failure });
  },
  close: async () => undefined,
});
