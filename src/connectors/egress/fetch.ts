import { EgressError } from './error.ts';
import type { Egress, EgressStream, FetchLimits } from './types.ts';

/** The highest status of the Fetch standard; Node accepts any three digits. */
const STATUS_MAX = 599;
const BODILESS = new Set([204, 205, 304]);

const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;

/**
 * `fetch` over the egress. Ignores `redirect`: redirects within the origin are followed, others fail. The operator's
 * exceptions cover only the origins of the `direct` addresses. Tested by `test/connectors/egress/egress.test.ts`.
 * @throws EgressError
 */
export const fetchOver = (
  open: Egress['open'],
  direct: readonly string[],
  limits: FetchLimits,
): typeof globalThis.fetch => {
  const origins = new Set(direct.map(originOf).filter((origin) => origin !== null && origin !== 'null'));
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await open({
      url: request.url,
      isIndirect: !origins.has(originOf(request.url)),
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: await (request.body === null ? null : new Uint8Array(await request.arrayBuffer())),
      // The caller's own signal. A `Request` created with it has a derived signal, which stops working once the
      // `Request` is garbage collected. A body that is still being read would then never be aborted.
      signal: init?.signal ?? (input instanceof Request ? input.signal : undefined),
      ...limits,
    });
    return responseOf(answer, request.url);
  };
};

/** Converts to a Fetch `Response`. @throws EgressError `bad_answer` for a status that no `Response` can have */
async function responseOf({ status, headers, body }: EgressStream, address: string): Promise<Response> {
  if (status > STATUS_MAX || BODILESS.has(status)) await body.cancel();
  if (status > STATUS_MAX) {
    throw new EgressError('bad_answer', `${URL.parse(address)?.hostname}: answered with the status ${status}`);
  }
  if (BODILESS.has(status)) return new Response(null, { status, headers });
  const isEvents = headers['content-type']?.startsWith('text/event-stream') ?? false;
  return new Response(isEvents ? body : await new Response(body).arrayBuffer(), { status, headers });
}
