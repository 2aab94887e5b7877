import type { Connectors } from '../../core/calls/connector.ts';
import { lazily } from '../../core/lib/lazily.ts';
import type { Importer } from '../../core/marketplace/importPort.ts';
import type { EgressRule } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';

type ImporterOptions = {
  readonly egressAllow: readonly EgressRule[];
  readonly egressAllowIndirect?: readonly EgressRule[];
  readonly connectors: Connectors;
  /** The module whose `weigh` says how much a tool takes of a model's context. */
  readonly weigher?: URL;
};

/** What reads documents, with parsers that a service needs only when somebody imports. */
const load = lazily(() => import('./readSource.ts'));

/** An importer with an egress of its own. It reads no files of this machine. */
export function createImporter(given: ImporterOptions): Importer & { close(): Promise<void> } {
  const { egressAllow: allow, egressAllowIndirect: allowIndirect = [], connectors, weigher } = given;
  const egress = createEgress({ allow, allowIndirect });
  return {
    read: async (source, options) => {
      const { readSource } = await load();
      return readSource(source, options, { connectors, fetchFor: egress.fetchFor });
    },
    operations: async (source, options) => {
      const { readOperationList } = await load();
      return readOperationList(source, options, {
        connectors,
        fetchFor: egress.fetchFor,
        weigher: weigher?.href ?? null,
      });
    },
    close: () => egress.close(),
  };
}
