import type { FastifyReply, FastifyRequest } from 'fastify';
import { fetchPage, LIST_ROWS_DEFAULT, type PageRequest, type Window } from '../core/kernel/page.ts';
import { AppError } from '../core/lib/errors.ts';
import { sendOpen } from '../wire/openAnswer.ts';
import { JSON_UTF8 } from '../wire/toolCall.ts';
import { ctxOf, paramOf, queryOf } from './request.ts';

/** Maximum and default rows of a page. */
export const PAGE_LIMIT_MAX = LIST_ROWS_DEFAULT;

/**
 * The page that `?limit=` and `?cursor=` request; null if both are absent.
 * @throws invalid_input
 */
export function pageRequestOf(request: FastifyRequest): PageRequest | null {
  const [limit, cursor] = [queryOf(request, 'limit'), queryOf(request, 'cursor')];
  if (limit === undefined && cursor === undefined) return null;
  const rowsMax = limit === undefined ? PAGE_LIMIT_MAX : Number(limit);
  if (limit !== undefined && (!/^[1-9]\d{0,2}$/.test(limit) || rowsMax > PAGE_LIMIT_MAX))
    throw new AppError('invalid_input', `Invalid limit ${limit}`);
  return { limit: rowsMax, cursor: cursor ?? null };
}

type Headers = Readonly<Record<string, string>>;

/** The address of the next page as a header (RFC 8288); nothing after the last. */
export function linkToNext(request: FastifyRequest, { limit }: PageRequest, next: string | null): Headers {
  if (next === null) return {};
  const { operation } = request.routeOptions.config;
  const path = operation?.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(paramOf(request, name)),
  );
  const query = new URLSearchParams({ limit: String(limit), cursor: next }).toString();
  return { link: `<${request.ctx?.publicUrl()}${path}?${query}>; rel="next"` };
}

/**
 * The requested page. If its parameters are invalid, reads a page without them first, so that the error for an unknown
 * stack or endpoint takes precedence.
 */
async function validPageRequest(
  request: FastifyRequest,
  read: (requested: PageRequest) => Promise<unknown>,
): Promise<PageRequest> {
  try {
    return pageRequestOf(request) ?? { limit: PAGE_LIMIT_MAX, cursor: null };
  } catch (problem) {
    await read({ limit: 1, cursor: null });
    throw problem;
  }
}

/** Sends a page of a list that is always paged; `bodyOf` converts each row. */
export async function sendPage<R extends { readonly id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  readWindow: (window: Window) => Promise<readonly R[]>,
  bodyOf: (row: R) => object,
): Promise<FastifyReply> {
  const read = (requested: PageRequest) => fetchPage(requested, readWindow);
  const requested = await validPageRequest(request, read);
  const { rows, next } = await read(requested);
  reply.headers(linkToNext(request, requested, next)).type(JSON_UTF8);
  return sendOpen(request, reply, ctxOf(request), JSON.stringify(rows.map(bodyOf)));
}
