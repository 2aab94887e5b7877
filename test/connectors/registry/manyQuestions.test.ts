import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRegistryReader } from '../../../src/connectors/registry/reader.ts';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
import { pageRequest, problemOf, readerOf, someone } from './kit.ts';
import { registryPage } from './page.ts';
import { type StandInRegistry, startRegistry } from './standIn.ts';

let registry: StandInRegistry;
beforeAll(async () => {
  registry = await startRegistry(registryPage);
});
afterAll(() => registry.close());

describe('many requests', () => {
  it('for the same page are sent once, and the response is cached', async () => {
    const reader = readerOf(registry);
    const before = registry.requests.length;
    await Promise.all(Array.from({ length: 20 }, () => reader.page(pageRequest({ search: 'same' }), someone())));
    await reader.page(pageRequest({ search: 'same' }), someone());
    expect(registry.requests.slice(before)).toEqual(['/v0.1/servers?version=latest&limit=30&search=same']);
    await reader.close();
  });

  it('of one account run in turn, and too many are refused; other accounts don’t wait', async () => {
    const reader = readerOf(registry);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    registry.misbehave((request, response) => {
      if (request.url?.includes('others')) return false;
      void held.then(() => response.end('{"servers":[]}'));
      return true;
    });
    const one = someone();
    const pages = Array.from({ length: 68 }, (_, at) => problemOf(reader.page(pageRequest({ search: `q${at}` }), one)));
    const others = await reader.page(pageRequest({ search: 'others' }), someone());
    expect(others.entries).toEqual([]);
    const refusal = 'rate_limited: Too many registry requests of this account: try again';
    expect(await Promise.all(pages.slice(65))).toEqual([refusal, refusal, refusal]);
    release();
    for (const page of await Promise.all(pages.slice(0, 65))) expect(page).toMatchObject({ entries: [] });
    registry.misbehave(null);
    await reader.close();
  });

  it('of disconnecting callers stay within the limit for waiting ones', async () => {
    const reader = readerOf(registry);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let openCount = 0;
    registry.misbehave((_request, response) => {
      openCount += 1;
      void held.then(() => response.end('{"servers":[]}'));
      return true;
    });
    const accountId = newAccountId();
    const left = Array.from({ length: 20 }, async (_, at) => {
      const leaving = new AbortController();
      const asking = problemOf(
        reader.page(pageRequest({ search: `left${at}` }), { accountId, signal: leaving.signal }),
      );
      setImmediate(() => leaving.abort());
      return asking;
    });
    for (const problem of await Promise.all(left)) expect(problem).toMatch(/^(unavailable|rate_limited): /);
    expect(openCount).toBeLessThanOrEqual(1);
    release();
    registry.misbehave(null);
    await reader.close();
  });

  it('reach no address that the operator has not allowed', async () => {
    const reader = createRegistryReader(registry.url, { egressAllow: [] });
    const before = registry.requests.length;
    expect(await problemOf(reader.page(pageRequest(), someone()))).toMatch(
      /^unavailable: The registry cannot be read: .*TOOLYARD_EGRESS_ALLOW$/,
    );
    expect(registry.requests.length).toBe(before);
    await reader.close();
  });
});
