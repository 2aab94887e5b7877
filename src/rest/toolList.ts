import { visibleTo } from '../core/decisions/visible.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { toStackId } from '../core/kernel/ids.ts';
import type { ListMode } from '../core/kernel/listMode.ts';
import { AppError } from '../core/lib/errors.ts';
import { listedTools } from '../core/search/metaTools.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { formatList } from '../formats/formatList.ts';
import { isToolFormat, type ListFormat, type ToolFormat } from '../formats/formats.ts';
import { etagOf, isListed } from '../wire/etag.ts';
import { agentOf, listModeOf } from '../wire/gate.ts';
import type { Answer } from '../wire/toolCall.ts';
import { type CallRequest, flagOf, paramOf, queryOf } from './request.ts';

type ToolList = { readonly json: Buffer; readonly headers: { readonly etag: string } };

type ListChoice = { readonly format: ListFormat; readonly mode: ListMode; readonly isDeferring: boolean };

/** The list in its sent form, built once per snapshot. */
const toolListOf = (snapshot: StackSnapshot, { format, mode, isDeferring }: ListChoice): Promise<ToolList> =>
  snapshot.memo(`list:${mode}:${format}:${isDeferring}`, async () => {
    const { accountId } = snapshot;
    const { tools, warnings } = await formatList(listedTools(snapshot, mode), format, { accountId, isDeferring });
    const json = Buffer.from(JSON.stringify({ tools, ...(warnings.length > 0 && { warnings }) }));
    return { json, headers: { etag: etagOf(json) } };
  });

/** GET /s/{client_id}/list_tools */
export async function answerToolList(ctx: Ctx, request: CallRequest): Promise<Answer> {
  const cached = getSnapshot(ctx, agentOf(ctx.actor).stackId);
  const snapshot = cached instanceof Promise ? await cached : cached;
  const format = formatOf(request);
  return await toolListAnswer(ctx, request, snapshot, format === 'default' ? 'stack' : format);
}

/** GET /v1/stacks/{stack_id}/tools */
export async function listStackTools(ctx: Ctx, request: CallRequest): Promise<Answer> {
  const snapshot = await getSnapshot(ctx, toStackId(paramOf(request, 'stack_id')));
  return toolListAnswer(ctx, request, snapshot, formatOf(request));
}

/** The format in `?schema=`. @throws invalid_input */
function formatOf(request: CallRequest): ToolFormat {
  const format = queryOf(request, 'schema') ?? 'default';
  if (!isToolFormat(format)) throw new AppError('invalid_input', `Invalid schema ${format}`);
  return format;
}

/** The list of tools the caller may call, or 304 for a cached version. */
async function toolListAnswer(
  ctx: Ctx,
  request: CallRequest,
  snapshot: StackSnapshot,
  format: ListFormat,
): Promise<Answer> {
  const mode = listModeOf(queryOf(request, 'mode'), ctx.actor);
  const isDeferring = flagOf('defer', queryOf(request, 'defer'));
  const visible = visibleTo(ctx, snapshot);
  const choice = { format, mode, isDeferring };
  const { json, headers } = await toolListOf(visible instanceof Promise ? await visible : visible, choice);
  const isKnown = isListed(request.headers['if-none-match'], headers.etag);
  return { status: isKnown ? 304 : 200, headers, body: isKnown ? '' : json, isOpen: true };
}
