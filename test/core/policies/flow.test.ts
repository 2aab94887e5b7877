import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrivalsOf, attemptsFor, total } from './flowAttempts.ts';
import { INSIDE_CRM, NOTHING_CONFIDENTIAL } from './flowCalls.ts';
import { type Flow, openFlow } from './flowWorld.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await openFlow();
});
afterAll(() => flow?.close());

/** Ends a test that hangs. */
const MINUTES = 900_000;

describe('of 1,000 attempts to send results of the CRM and of HR to Slack by their handles', () => {
  const arrivals = (attempts: ReturnType<typeof attemptsFor>) =>
    arrivalsOf(flow.place, () => flow.services.arrivedAt('slack'), attempts);

  it(
    'all arrive without rules',
    async () => {
      await flow.replaceRules();
      const made = attemptsFor(flow.handles);
      const arrived = await arrivals(made);
      process.stdout.write(`without rules, ${total(arrived)} of ${made.length} arrive\n`);
      expect(arrived).toEqual(
        Object.fromEntries(
          [...Map.groupBy(made, ({ surface }) => surface)].map(([surface, own]) => [surface, own.length]),
        ),
      );
      expect(total(arrived)).toBe(1_000);
    },
    MINUTES,
  );

  it(
    'none arrives with one rule for each',
    async () => {
      await flow.replaceRules(INSIDE_CRM, NOTHING_CONFIDENTIAL);
      const made = attemptsFor(flow.handles);
      const arrived = await arrivals(made);
      process.stdout.write(`with two rules, ${total(arrived)} of ${made.length} arrive\n`);
      expect(total(arrived)).toBe(0);
      // The same results still go where the rules let them.
      expect(await flow.accountCall('crm_note', { any: { $result: flow.handles.account.crm } })).toHaveProperty(
        'items',
      );
      expect(await flow.agentCall('notes_echo', { any: { $result: flow.handles.agent.hr } })).toHaveProperty('items');
      expect(await flow.agentCall('slack_post', { any: { $result: flow.handles.agent.clean } })).toHaveProperty(
        'items',
      );
      expect(await flow.agentCall('slack_post', { any: 'text' })).toHaveProperty('items');
    },
    MINUTES,
  );
});
