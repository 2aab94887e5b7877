import type { ServerKey } from '../core/ids.ts';
import { listServerNaming } from '../core/marketplace/byKey.ts';
import { batched } from './batched.ts';
import type { GraphqlContext } from './context.ts';
import { isPlainName, namedId } from './globalId.ts';

const namingOf = batched(listServerNaming);

/** A server's id: its name if unambiguous, which is nearly always, otherwise its global id. */
export async function idOfServer(context: GraphqlContext, row: { id: ServerKey; slug: string }): Promise<string> {
  const isAlone = isPlainName(row.slug) && !(await namingOf(context, row.id))?.isHidden;
  return isAlone ? row.slug : namedId('server', row.id, row.slug);
}

/** A tool's id: its name if unambiguous, which the server's prefix ensures, otherwise its global id. */
export async function idOfTool(
  context: GraphqlContext,
  { serverId, toolId }: { serverId: ServerKey; toolId: string },
): Promise<string> {
  const naming = await namingOf(context, serverId);
  const isAlone = isPlainName(toolId) && naming?.isPrefixed === true && !naming.isHidden;
  return isAlone ? toolId : namedId('tool', serverId, toolId);
}
