import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { termsOf, wordsOf } from '../../../src/core/lib/words.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { offerShippedServers } from '../../../src/core/marketplace/shipped.ts';
import { countServers, listServers, MARKETPLACE } from '../../../src/core/servers/server.ts';
import { readCatalogue } from '../../../src/start/catalogue.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { createTestAccount, createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let mine: Ctx;
let other: Ctx;
beforeAll(async () => {
  await offerShippedServers(world.as(), await readCatalogue());
  mine = (await createTestAccount(world, 'Mine')).ctx;
  other = (await createTestAccount(world, 'Other')).ctx;
  await saveServer(mine, { ...serverDocument('weather'), name: 'Own weather' });
});

const namesFor = async (search: string, ctx: Ctx = mine): Promise<string[]> =>
  (await listServers(ctx, search, { take: 5 })).map(({ slug }) => slug);

const findableWords = (name: string, tools: readonly { readonly name: string }[]): string[] =>
  [...wordsOf(name), ...tools.flatMap((tool) => wordsOf(tool.name)).filter((word) => word.endsWith('y'))].filter(
    (word) => termsOf(word) !== null,
  );

describe('a marketplace search', () => {
  it.each([
    ['send email', 'gmail'],
    ['read my emails', 'gmail'],
    ['create an issue', 'linear'],
    ['pull requests', 'github'],
    ['book a meeting', 'zoom'],
    ['spreadsheet', 'google-sheets'],
    ['sign a contract envelope', 'docusign'],
    ['refund a payment', 'stripe'],
    ['playlist', 'spotify'],
    ['STRIPE', 'stripe'],
    ['send SMS message', 'twilio'],
  ])('%s finds %s among the first five', async (search, expected) => {
    expect(await namesFor(search)).toContain(expected);
  });

  it.each(['stripe', 'jira', 'slack', 'google drive', 'x'])(
    '%s finds the server with that name first',
    async (name) => {
      expect((await namesFor(name))[0]).toBe(name.replace(' ', '-'));
    },
  );

  it.each([
    ['memory', 'memory'],
    ['memories', 'memory'],
    ['repository', 'github'],
    ['repositories', 'github'],
    ['history', 'slack'],
    ['netlify', 'netlify'],
    ['giphy', 'giphy'],
    ['copy', 'box'],
    ['spotify', 'spotify'],
    ['query', 'notion'],
  ])('%s finds %s despite a different word ending', async (search, expected) => {
    const all = await listServers(mine, search, { take: 100 });
    expect(all.map(({ slug }) => slug)).toContain(expected);
  });

  it('finds every server by each word of its name and by each tool word ending in y', async () => {
    const shipped = await mine.db.server.findMany({ where: { owner: MARKETPLACE }, include: { tools: true } });
    const wordsOfServers = shipped.flatMap(({ slug, name, tools }) =>
      findableWords(name, tools).map((word) => ({ slug: `${slug}`, word })),
    );
    const words = [...new Set(wordsOfServers.map(({ word }) => word))];
    expect(words.length).toBeGreaterThan(40);
    const missed: string[] = [];
    for (const word of words) {
      const slugs = (await listServers(mine, word, { take: 100 })).map(({ slug }) => `${slug}`);
      const having = wordsOfServers.filter((entry) => entry.word === word);
      missed.push(...having.filter(({ slug }) => !slugs.includes(slug)).map(({ slug }) => `${word}: ${slug}`));
    }
    expect(missed).toStrictEqual([]);
  });

  it('finds private servers only for their account', async () => {
    expect(await namesFor('own weather')).toContain('weather');
    expect(await namesFor('own weather', other)).not.toContain('weather');
  });

  it('returns the same servers page by page, forwards and backwards, and counts them', async () => {
    const whole = await listServers(mine, 'create', { take: 100 });
    expect(whole.length).toBeGreaterThan(10);
    expect(await countServers(mine, 'create')).toBe(whole.length);
    const [first, second, third] = whole;
    const forwards = await listServers(mine, 'create', { take: 2, skip: 1, cursor: { id: first?.id } });
    expect(forwards.map(({ id }) => id)).toStrictEqual([second?.id, third?.id]);
    const backwards = await listServers(mine, 'create', { take: -2, skip: 1, cursor: { id: third?.id } });
    expect(backwards.map(({ id }) => id)).toStrictEqual([first?.id, second?.id]);
    const last = await listServers(mine, 'create', { take: -1 });
    expect(last.map(({ id }) => id)).toStrictEqual([whole.at(-1)?.id]);
  });

  it.each(['', ' ', '%', '\0', 'qqqqzzzz', 'the of a'])('accepts %j', async (search) => {
    expect(await countServers(mine, search)).toBeGreaterThanOrEqual(0);
  });
});
