import type { Connector } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { createHttp } from '../http/http.ts';

/** The connector for GraphQL APIs. A call is an HTTP request like any other; the API describes its own tools. */
export const createGraphqlApi = ({ egress }: { readonly egress: Egress }): Connector => ({
  ...createHttp({ egress }),
  discover: async (discovery) => {
    const { introspect } = await import('./introspect.ts');
    return introspect(egress, discovery);
  },
});
