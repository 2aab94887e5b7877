import type { Connectors } from '../../core/calls/connector.ts';
import { lazily } from '../../core/lib/lazily.ts';
import type { Importer } from '../../core/marketplace/importPort.ts';
import type { EgressRule } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';

type ImporterOptions = {
  readonly egressAllow: readonly EgressRule[];
  readonly egressAllowIndirect?: readonly EgressRule[];
  readonly connectors: Connectors;
  /** The module whose `weigh` estimates a tool's tokens in a model's context. */
  readonly weigher?: URL;
};

/** Loads the parsers, which a service needs only for imports. */
const load = lazily(() => import('./readSource.ts'));

/** Creates an importer with a separate egress. It reads no local files. */
export function createImporter(importerOptions: ImporterOptions): Importer & { close(): Promise<void> } {
  const { egressAllow: allow, egressAllowIndirect: allowIndirect = [], connectors, weigher } = importerOptions;
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
