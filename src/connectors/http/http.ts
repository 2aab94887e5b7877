import type { Connector, OpenCredential } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { callHttp } from './call.ts';
import { templateParts } from './templateRequest.ts';
import { UnusableInput } from './wireRequest.ts';

/** Fields without a placement, which a tool's template may use; they win over inputs of the same name. */
const unplaced = (credentials: readonly OpenCredential[]): Record<string, string> =>
  Object.fromEntries(
    credentials.filter(({ placement }) => placement === null).map(({ fieldId, value }) => [fieldId, value]),
  );

/** The connector for HTTP APIs whose tools are request templates. Closing it does not close the egress. */
export const createHttp = ({ egress }: { readonly egress: Egress }): Connector => ({
  call: (call) => {
    const { request } = call;
    const failure = request?.kind === 'template' ? request.failure : undefined;
    const build: Parameters<typeof callHttp>[2] = ({ input, credentials }, placed) => {
      if (request?.kind !== 'template') throw new UnusableInput('The tool has no request template');
      return templateParts(request, { ...input, ...unplaced(credentials) }, placed);
    };
    return callHttp(egress, call, build, { failure });
  },
  close: async () => undefined,
});
