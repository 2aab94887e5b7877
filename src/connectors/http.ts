import type { Connector } from '../core/routing/connector.ts';
import type { Egress } from './egressTypes.ts';
import { callHttp } from './httpCall.ts';
import { templateParts } from './templateRequest.ts';
import { UnusableInput } from './wireRequest.ts';

/** HTTP APIs of which each tool is a request template. The egress stays its owner's to close. */
export const createHttp = ({ egress }: { readonly egress: Egress }): Connector => ({
  call: (call) => {
    const { request } = call;
    const failure = request?.kind === 'template' ? request.failure : undefined;
    const build: Parameters<typeof callHttp>[2] = ({ input }, placed) => {
      if (request?.kind !== 'template') throw new UnusableInput('The tool has no request template');
      return templateParts(request, input, placed);
    };
    return callHttp(egress, call, build, { failure });
  },
  close: async () => undefined,
});
