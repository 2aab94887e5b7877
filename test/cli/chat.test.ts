import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson, startFakeModel } from '../harness/fakeModel.ts';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
let at: (typeof shop)['at'];
let model: Awaited<ReturnType<typeof startFakeModel>>;

beforeAll(async () => {
  model = await startFakeModel();
  shop = await openShop();
  at = shop.at;
  await run(['stack', 'create', '--name', 'talk'], at.api);
  await run(['stack', 'add-server', 'talk', 'shop', '--all'], at.api);
  await run(['stack', 'set-credentials', 'talk', 'shop', 'shop_key=k'], at.api);
});
afterAll(async () => {
  await shop.close();
  model.close();
});

const KEY = 'sk-of-a-command-123';
const picks = (...calls: readonly (readonly [name: string, args: string])[]) => ({
  choices: [
    {
      message: {
        content: 'Saying it again is its job.',
        tool_calls: calls.map(([name, args], index) => ({ id: `c${index}`, function: { name, arguments: args } })),
      },
    },
  ],
});
const ECHO = picks(['shop_echo', '{"message":"forty-two"}']);

describe('toolyard chat', () => {
  it('is off until a model is set; reads the key from a file or standard input and never shows it', async () => {
    expect((await run(['chat', 'model'], at.api)).out).toContain('No model is set');
    const answer = await run(['chat', 'ask', 'talk', 'hello'], at.api);
    expect([answer.code, answer.err]).toEqual([2, expect.stringContaining('model')]);
    const line = ['chat', 'set-model', 'tiny', '--address', `${model.url}/v1`, '--key'];
    expect((await run([...line, KEY], at.api)).code).toBe(2);
    const set = await run([...line, '-'], at.api, `${KEY}\n`);
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('tiny at') });
    const shown = await run(['chat', 'model', '--json'], at.api);
    expect(JSON.parse(shown.out)).toMatchObject({ api: 'openai', model: 'tiny', key: 'stored' });
    expect(JSON.stringify([set, shown])).not.toContain(KEY);
  });

  it('says which tool the model picks and why, which it rejected, and makes no call', async () => {
    model.answerWith((response) => sendJson(response, ECHO));
    const { code, out } = await run(['chat', 'ask', 'talk', 'Say forty-two'], at.api);
    expect(code).toBe(0);
    expect(out).toContain('tiny: Saying it again is its job.');
    expect(out).toContain('→ shop_echo {"message":"forty-two"}');
    expect(out).toMatch(/not picked: .*shop_fail/);
    expect(out).not.toContain('gave');
    expect(model.last().headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('makes the calls with --run, confirms each on a terminal, and sends the results to the model', async () => {
    const questions: string[] = [];
    const answerOnce = () =>
      model.answerWith((response) => {
        sendJson(response, ECHO);
        model.answerWith(null);
      });
    answerOnce();
    const line = ['chat', 'ask', 'talk', 'Say forty-two', '--run'];
    const made = await run(line, at.api, '', async (question) => {
      questions.push(question);
      return 'y';
    });
    expect(questions).toEqual(['Run shop_echo? [y/N] ']);
    expect(made.out).toMatch(/The tool gave: .*forty-two/);
    answerOnce();
    const declined = await run(line, at.api, '', async () => '');
    expect(declined.out).toContain('The tool gave: The user declined this call.');
    answerOnce();
    const [first, last] = (await runJson(line, at.api)) as { picks: { result: string }[]; text: string }[];
    expect(first?.picks[0]?.result).toContain('forty-two');
    expect(last?.text).toContain('forty-two');
  });

  it('tells the model about a failed call, an unknown tool and an invalid input', async () => {
    model.answerWith((response) => {
      sendJson(response, picks(['shop_fail', '{}'], ['made_up', '{}'], ['shop_echo', '[1']));
      model.answerWith(null);
    });
    const { code, out } = await run(['chat', 'ask', 'talk', 'add', '--run'], at.api);
    expect([code, out]).toEqual([0, expect.stringContaining('failed: ')]);
    const messages = JSON.stringify(model.last().body['messages']);
    expect(messages).toContain('No tool has this name.');
    expect(messages).toContain('The arguments are not a JSON object.');
    expect(messages).toContain('500');
  });

  it('stops a model that calls tools endlessly, and forgets it on request', async () => {
    model.answerWith((response) => sendJson(response, ECHO));
    const before = model.requests.length;
    const { code, err } = await run(['chat', 'ask', 'talk', 'go on', '--run'], at.api);
    expect([code, model.requests.length - before]).toEqual([1, 10]);
    expect(err).toContain('after 10 responses');
    model.answerWith(null);
    expect((await run(['chat', 'remove-model', '--yes'], at.api)).code).toBe(0);
    expect((await run(['chat', 'model'], at.api)).out).toContain('No model is set');
  });
});
