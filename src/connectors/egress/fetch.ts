import type { Egress, FetchLimits } from './types.ts';

const BODILESS = new Set([204, 205, 304]);

/** Reads the body through `Request`, which knows all forms of it; the request itself is sent by the egress. */
const bodyOf = async (request: Request): Promise<Uint8Array | null> =>
  request.body === null ? null : new Uint8Array(await request.arrayBuffer());

const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;

/**
 * `fetch` over the egress. Ignores `redirect`: redirects within the origin are followed, others fail. Requests to other
 * origins than those of the `direct` addresses are not covered by the operator's exceptions.
 * `test/connectors/egress/egress.test.ts` tears it down.
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
      body: await bodyOf(request),
      signal: request.signal,
      ...limits,
    });
    const { status } = answer;
    if (!BODILESS.has(status)) return new Response(answer.body, { status, headers: answer.headers });
    await answer.body.cancel();
    return new Response(null, { status, headers: answer.headers });
  };
};
