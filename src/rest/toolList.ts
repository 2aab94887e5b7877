import type { FastifyReply, FastifyRequest } from 'fastify';
import { visibleTo } from '../core/policies/visible.ts';
import type { ListMode } from '../core/search/listMode.ts';
import { listedTools } from '../core/search/metaTools.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { formatList } from '../formats/formatList.ts';
import type { ListFormat } from '../formats/formats.ts';
import { etagOf, isKnown } from '../wire/etag.ts';
import { ctxOf } from './request.ts';

type ToolList = { readonly json: Buffer; readonly etag: string };

/** The list as it is sent, made once per snapshot. */
const toolListOf = (snapshot: StackSnapshot, format: ListFormat, mode: ListMode): Promise<ToolList> =>
  snapshot.memo(`list:${mode}:${format}`, async () => {
    const { tools, warnings } = await formatList(listedTools(snapshot, mode), format);
    const json = Buffer.from(JSON.stringify({ tools, ...(warnings.length > 0 && { warnings }) }));
    return { json, etag: etagOf(json) };
  });

/** Sends the list, or 304 to a caller that has this version. */
export async function sendToolList(
  request: FastifyRequest,
  reply: FastifyReply,
  snapshot: StackSnapshot,
  { format, mode }: { readonly format: ListFormat; readonly mode: ListMode },
): Promise<FastifyReply> {
  const { json, etag } = await toolListOf(await visibleTo(ctxOf(request), snapshot), format, mode);
  if (isKnown(request, reply, etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json);
}
