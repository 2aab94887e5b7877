import { describe, expect, it } from 'vitest';
import { parseDatabaseAddress } from '../../src/store/databaseAddress.ts';
import { parseRedisAddress } from '../../src/store/redisAddress.ts';

describe('an address of PostgreSQL', () => {
  it.each([
    ['postgresql://u:p@one/name', ['postgresql://u:p@one/name'], 'any', 'one'],
    ['postgres:///name?host=/run/postgresql', ['postgres:///name?host=/run/postgresql'], 'any', ''],
    [
      'postgresql://u:p%40@one,two:5433/n?sslmode=require',
      ['postgresql://u:p%40@one/n?sslmode=require', 'postgresql://u:p%40@two:5433/n?sslmode=require'],
      'read-write',
      'one,two:5433',
    ],
    [
      'postgresql://[::1]:1,[::1]:2/n?target_session_attrs=primary',
      ['postgresql://[::1]:1/n', 'postgresql://[::1]:2/n'],
      'primary',
      '[::1]:1,[::1]:2',
    ],
    ['postgresql://one/n?target_session_attrs=any', ['postgresql://one/n'], 'any', 'one'],
    [
      'postgresql://u:a@b,c@one,two/n',
      ['postgresql://u:a%40b,c@one/n', 'postgresql://u:a%40b,c@two/n'],
      'read-write',
      'one,two',
    ],
  ])('%s', (text, urls, role, hosts) => {
    expect(parseDatabaseAddress(text)).toMatchObject({ urls, role, hosts });
  });

  it.each([
    '',
    'one',
    'mysql://one/n',
    'postgresql://one,/n',
    'postgresql://one:x,two/n',
    'postgresql://one,two/n?target_session_attrs=standby',
  ])('refuses %j', (text) => {
    expect(() => parseDatabaseAddress(text)).toThrow(/^(must be a URL|target_session_attrs must be one of)/);
  });
});

describe('an address of Redis', () => {
  const node = (host: string, port: number) => ({ host, port });
  it.each([
    ['redis://one', 'server', [node('one', 6_379)], '', false],
    ['rediss://u:p@one:7/3', 'server', [node('one', 7)], '', true],
    ['redis+sentinel://:p@one,two:7/main', 'sentinel', [node('one', 26_379), node('two', 7)], 'main', false],
    ['rediss+cluster://one:1,two:2', 'cluster', [node('one', 1), node('two', 2)], '', true],
  ])('%s', (text, kind, nodes, name, isTls) => {
    expect(parseRedisAddress(text)).toMatchObject({ kind, nodes, name, isTls });
  });

  it.each([
    '',
    'one',
    'http://one',
    'redis://one,two',
    'redis+sentinel://one',
    'redis+cluster://one/name',
    'redis+x://one',
    'redis+cluster://',
  ])('refuses %j', (text) => {
    expect(() => parseRedisAddress(text)).toThrow('must be redis://host');
  });
});
