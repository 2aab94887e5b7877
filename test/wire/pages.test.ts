import { describe, expect, it } from 'vitest';
import { addressFor, isHostAllowed, ownAddresses } from '../../src/wire/address.ts';
import { isForeignPage, isOwnPage, sessionSecretOf } from '../../src/wire/sessionCookie.ts';

/* The origin of a request, and the host it names. `test/core/people/gate.test.ts` sends such requests to a service. */

const [PUBLIC, HERE] = ['https://toolyard.example', 'http://localhost:3000'] as const;

describe('the origin of a request', () => {
  const own = [true, false];
  const foreign = [false, true];
  const neither = [false, false];

  it.each<
    [origin: string | undefined, site: string | undefined, host: string | undefined, publicUrl: string, boolean[]]
  >([
    [PUBLIC, undefined, 'toolyard.example', PUBLIC, own],
    [PUBLIC, 'same-origin', 'toolyard.example', PUBLIC, own],
    [undefined, 'same-origin', 'toolyard.example', PUBLIC, own],
    [PUBLIC, undefined, 'evil.example', PUBLIC, own],
    [HERE, undefined, 'localhost:3000', HERE, own],
    ['http://127.0.0.1:3000', undefined, '127.0.0.1:3000', HERE, own],
    ['http://[::1]:8080', 'same-origin', '[::1]:8080', HERE, own],
    // The request of a program, or an address typed into the browser.
    [undefined, undefined, 'toolyard.example', PUBLIC, neither],
    [undefined, 'none', 'toolyard.example', PUBLIC, neither],
    [PUBLIC, 'none', 'toolyard.example', PUBLIC, neither],
    [PUBLIC, 'cross-site', 'toolyard.example', PUBLIC, foreign],
    [PUBLIC, 'same-site', 'toolyard.example', PUBLIC, foreign],
    [undefined, 'cross-site', 'toolyard.example', PUBLIC, foreign],
    [undefined, 'same-site', 'toolyard.example', PUBLIC, foreign],
    [undefined, '', 'toolyard.example', PUBLIC, foreign],
    ['https://evil.example', undefined, 'toolyard.example', PUBLIC, foreign],
    ['https://evil.example', 'none', 'toolyard.example', PUBLIC, foreign],
    ['https://evil.example', 'same-origin', 'evil.example', PUBLIC, foreign],
    ['http://toolyard.example', undefined, 'toolyard.example', PUBLIC, foreign],
    ['https://toolyard.example:8443', undefined, 'toolyard.example', PUBLIC, foreign],
    ['https://toolyard.example.evil.example', undefined, 'toolyard.example', PUBLIC, foreign],
    ['null', undefined, 'toolyard.example', PUBLIC, foreign],
    ['', undefined, 'toolyard.example', PUBLIC, foreign],
    ['http://127.0.0.1:3000', undefined, 'localhost:3000', HERE, foreign],
    ['http://localhost:4000', undefined, 'localhost:3000', HERE, foreign],
    ['http://evil.example:3000', undefined, 'evil.example:3000', HERE, foreign],
    [HERE, undefined, undefined, HERE, own],
  ])('with Origin %s and Sec-Fetch-Site %s for %s at %s', (origin, site, host, publicUrl, expected) => {
    const headers = {
      ...(origin !== undefined && { origin }),
      ...(site !== undefined && { 'sec-fetch-site': site }),
    };
    const request = { headers, host, publicUrl };
    expect([isOwnPage(request), isForeignPage(request)]).toEqual(expected);
  });

  it('with our cookie, or without', () => {
    expect(sessionSecretOf({ cookies: { '__Host-toolyard': 'x', toolyard: 'y' } })).toBe('x');
    expect(sessionSecretOf({ cookies: { toolyard: 'y' } })).toBeNull();
  });
});

describe('our host names', () => {
  it.each<[host: string | undefined, publicUrl: string, isOurs: boolean, address: string]>([
    ['toolyard.example', PUBLIC, true, PUBLIC],
    ['TOOLYARD.example:443', PUBLIC, true, PUBLIC],
    ['localhost', PUBLIC, true, PUBLIC],
    ['127.0.0.1:3000', PUBLIC, true, PUBLIC],
    ['toolyard.example:8443', PUBLIC, false, PUBLIC],
    ['evil.example', PUBLIC, false, PUBLIC],
    ['toolyard.example.evil.example', PUBLIC, false, PUBLIC],
    ['', PUBLIC, false, PUBLIC],
    [undefined, PUBLIC, false, PUBLIC],
    ['not a host', PUBLIC, false, PUBLIC],
    ['localhost:3000', HERE, true, HERE],
    ['127.0.0.1:4000', HERE, true, 'http://127.0.0.1:4000'],
    ['[::1]:3000', HERE, true, 'http://[::1]:3000'],
    ['evil.example:3000', HERE, false, HERE],
    [undefined, HERE, false, HERE],
  ])('%s at %s: is our own name %s, and the response uses %s', (host, publicUrl, isOurs, address) => {
    expect([isHostAllowed(host, publicUrl), addressFor(host, publicUrl)]).toEqual([isOurs, address]);
  });

  it.each([
    [PUBLIC, [PUBLIC]],
    ['https://toolyard.example:8443', ['https://toolyard.example:8443']],
    [HERE, [HERE, 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://127.0.0.1:3000', ['http://127.0.0.1:3000', HERE, 'http://[::1]:3000']],
    ['http://localhost', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
  ])('at %s by %j and nothing else', (publicUrl, addresses) => {
    expect(ownAddresses(publicUrl)).toEqual(addresses);
  });
});
