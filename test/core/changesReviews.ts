import { toServerId, toToolId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { updateHintTrust, updateToolHints } from '../../src/core/policies/hints.ts';
import { updateResultLabel } from '../../src/core/policies/resultLabels.ts';
import { updateHeldChanges, updateServerHeldChanges } from '../../src/core/reviews/heldChanges.ts';
import { settleOverdueRemovals } from '../../src/core/reviews/overdueRemovals.ts';
import { acceptToolChanges, refuseToolChanges } from '../../src/core/reviews/toolChange.ts';
import { mail, type Shop } from './changesShop.ts';
import type { Step } from './changesSteps.ts';
import type { World } from './world.ts';

/** Changes of the server's tools and their reviews. */
export function reviewSteps({ database: { db } }: World, { as, alice }: Shop): readonly Step[] {
  const id = toServerId('mail');
  const reviewed = () => db.server.findFirstOrThrow({ where: { slug: id }, select: { digest: true } });
  const forget = async () => {
    const { tools, ...document } = mail('a third text');
    await saveServer(as(), { ...document, tools: tools.slice(0, 1) });
    await db.tool.updateMany({ where: { toolId: toToolId('mail_two') }, data: { removedAt: new Date(0) } });
    await settleOverdueRemovals(as());
  };
  return [
    ['tool.hold', () => saveServer(as(), mail('a third text'))],
    ['tool.refuse', async () => refuseToolChanges(alice, id, await reviewed())],
    ['tool.accept', async () => acceptToolChanges(alice, id, await reviewed())],
    // The import that removes the tool, and its end.
    ['tool.forget', forget, { published: ['tools', 'tools'], reread: { snapshots: 1 } }],
    ['server.hold_changes', () => updateServerHeldChanges(alice, id, { kinds: [] })],
    ['server.set_hints', () => updateToolHints(alice, id, toToolId('mail_one'), { readOnly: true })],
    ['server.trust_hints', () => updateHintTrust(alice, id, { isTrusted: true })],
    ['server.label_results', () => updateResultLabel(alice, id, null, { label: 'internal' })],
    ['account.hold_changes', () => updateHeldChanges(alice, { kinds: [] })],
  ];
}
