import type { Connector } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { callHttp } from './call.ts';
import { templateParts } from './templateRequest.ts';
import { UnusableInput } from './wireRequest.ts';

/** The connector for HTTP APIs whose tools are request templates. Closing it does not close the egress. */
export const createHttp = ({ egress }: { readonly egress: Egress }): Connector => ({
  call: (call) => {
    const { request } = call;
    const failure = request?.kind === 'template' ? request.failure : undefined;
    const build: Parameters<typeof callHttp>[2] = (given, placed) => {
      if (request?.kind !== 'template') throw new UnusableInput('The tool has no request template');
      return templateParts(request, given, placed);
    };
    return callHttp(egress, call, build, { failure });
  },
  close: async () => undefined,
});
