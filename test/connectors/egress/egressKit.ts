import { parseEgressAllow } from '../../../src/connectors/egress/allow.ts';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { Egress, EgressOptions } from '../../../src/connectors/egress/types.ts';
import { startHttpApi } from '../../harness/petshop.ts';

const rules = (text: string) => {
  const allow = parseEgressAllow(text);
  if (!allow.ok) throw new Error(allow.problems.join());
  return allow.rules;
};

/** An API on loopback, and any number of egress agents with separate exceptions. */
export async function openEgress() {
  const api = await startHttpApi();
  const opened: Egress[] = [];
  const egressWith = (allow: string, options: Partial<EgressOptions> = {}): Egress => {
    const egress = createEgress({ allow: rules(allow), ...options });
    opened.push(egress);
    return egress;
  };
  return {
    api,
    egressWith,
    toApi: (options: Partial<EgressOptions> = {}) => egressWith(`127.0.0.1:${api.port}`, options),
    async close() {
      await Promise.all(opened.map((egress) => egress.close()));
      await api.close();
    },
  };
}
