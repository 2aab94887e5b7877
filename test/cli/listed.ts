import { documentFor, openShop } from './shop.ts';
import { type Installation, run, runJson } from './toolyard.ts';

type Row = Readonly<Record<string, unknown>>;

const jsonIn =
  ({ api }: Installation) =>
  async (...line: string[]): Promise<Row> =>
    Object(await runJson(line, api));

/** A running server with a few of every object that the command line lists; `endpoint` owns tokens and clients. */
export async function openListed() {
  const { at, close } = await openShop();
  const endpoint = await makeThings(at);
  await makeWait(at);
  return { at, endpoint, close };
}

/** Three of every listed object, in the order A, b, C, with a difference for each filter. */
async function makeThings(at: Installation): Promise<string> {
  const json = jsonIn(at);
  let endpoint = '';
  const { db } = at.world.operator;
  for (const name of ['a one', 'b two', 'c three'])
    await json('stack', 'create', '--name', name, ...(name === 'a one' ? [] : ['--no-record-calls']));
  await run(['stack', 'add-server', 'a one', 'shop', '--all'], at.api);
  for (const name of ['a one', 'b two', 'c three']) {
    const { client_id: made } = await json('endpoint', 'create', '--stack', 'a one', '--name', name);
    endpoint ||= String(made);
  }
  for (const name of ['a one', 'b two', 'c three']) {
    const named = ['--endpoint', endpoint, '--name', name];
    // Creating the endpoint created the first token.
    if (name !== 'a one') await json('token', 'create', ...named);
    await json('service-account', 'create', ...named);
    await json('issuer', 'create', ...named, '--issuer', `https://${name.slice(2)}.example.com`);
  }
  for (const name of ['a one', 'b two', 'c three']) await json('key', 'create', '--name', name, '--role', 'auditor');
  const now = new Date();
  const over = { where: { name: 'b two' }, data: { revokedAt: now } };
  await db.apiKey.updateMany(over);
  await db.stackToken.updateMany(over);
  await db.apiKey.updateMany({ where: { name: 'a one' }, data: { lastUsedAt: now } });
  await db.stackToken.updateMany({ where: { name: 'c three' }, data: { lastUsedAt: now } });
  await db.serviceAccount.updateMany({ where: { name: 'b two' }, data: { expiresAt: new Date(0) } });
  for (const [name, effect] of Object.entries({ 'a one': 'ALLOW', 'b two': 'DENY', 'c three': 'ALLOW' }))
    await json('policy', 'create', JSON.stringify({ name, effect, tools: [`nothing_${effect}`] }));
  return endpoint;
}

/** Calls that wait for an approval, and tools that wait for a review. */
async function makeWait(at: Installation): Promise<void> {
  const json = jsonIn(at);
  await run(['stack', 'set-credentials', 'a one', 'shop', 'shop_key=k'], at.api);
  await json('policy', 'create', JSON.stringify({ name: 'ask', effect: 'ASK', tools: ['shop_*'] }));
  for (const tool of ['shop_echo', 'shop_fail']) await run(['call', 'a one', tool], at.api);
  const notes = (change: string) => ({
    id: 'notes',
    name: 'Notes',
    connector: { kind: 'http', baseUrl: 'https://notes.example.com' },
    tools: ['keep', 'read'].map((name) => ({
      name,
      description: name === 'keep' ? `Keeps${change}.` : 'Reads.',
      inputSchema: { type: 'object', ...(name === 'read' && change && { properties: { a: {} } }) },
      request: { kind: 'template', method: 'GET', path: '/' },
    })),
  });
  await at.world.saveServer({
    ...documentFor('https://forge.example.com'),
    id: 'forge',
    name: 'Forge',
    category: 'development',
  });
  await at.world.saveServer(notes(''));
  await run(['stack', 'add-server', 'a one', 'notes', '--all'], at.api);
  await at.world.saveServer(notes(' well'));
  // A problem in the second stack only.
  await run(['stack', 'add-server', 'b two', 'shop', '--all'], at.api);
}
