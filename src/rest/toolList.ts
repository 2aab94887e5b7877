import { visibleTo } from '../core/policies/visible.ts';
import type { ListMode } from '../core/search/listMode.ts';
import { listedTools } from '../core/search/metaTools.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { formatList } from '../formats/formatList.ts';
import type { ListFormat } from '../formats/formats.ts';
import { etagOf, isListed } from '../wire/etag.ts';
import type { Answer } from '../wire/toolCall.ts';
import { type CallRequest, ctxOf, modeOf } from './request.ts';

type ToolList = { readonly json: Buffer; readonly headers: { readonly etag: string } };

/** The list as it is sent, made once per snapshot. */
const toolListOf = (snapshot: StackSnapshot, format: ListFormat, mode: ListMode): Promise<ToolList> =>
  snapshot.memo(`list:${mode}:${format}`, async () => {
    const { tools, warnings } = await formatList(listedTools(snapshot, mode), format);
    const json = Buffer.from(JSON.stringify({ tools, ...(warnings.length > 0 && { warnings }) }));
    return { json, headers: { etag: etagOf(json) } };
  });

/** The list of what the caller may ever call, or 304 for a caller that has this version. */
export async function toolListAnswer(
  request: CallRequest,
  snapshot: StackSnapshot,
  format: ListFormat,
): Promise<Answer> {
  const { json, headers } = await toolListOf(await visibleTo(ctxOf(request), snapshot), format, modeOf(request));
  const isKnown = isListed(request.headers['if-none-match'], headers.etag);
  return isKnown ? { status: 304, headers, body: '' } : { status: 200, headers, body: json };
}
