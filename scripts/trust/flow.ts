import { toClientId, toStackId } from '../../src/core/kernel/ids.ts';
import { arrivalsOf, attemptsFor, total } from '../../test/core/policies/flowAttempts.ts';
import { INSIDE_CRM, makeHandles, NOTHING_CONFIDENTIAL } from '../../test/core/policies/flowCalls.ts';
import { type Place, servers, startServices } from '../../test/core/policies/flowKit.ts';
import type { Report } from './report.ts';
import { mutation } from './things.ts';
import { openTrustWorld, type TrustWorld } from './world.ts';

const found = (data: unknown, pattern: RegExp): string => pattern.exec(JSON.stringify(data))?.[1] ?? '';

/** A stack with the services behind an endpoint with two tokens. The results of `hr` are labelled. */
async function makePlace(world: TrustWorld, port: number): Promise<Place> {
  const { firstKey: apiKey, url } = world;
  const run = (name: string, fields: string, input: object) => world.graphql(mutation(name, fields), { input }, apiKey);
  const stackId = found(await run('createStack', 'stack { id }', { name: 'flow' }), /"(stack_[\w-]+)"/);
  for (const document of servers(port)) {
    await run('importServer', 'server { id }', { document });
    await run('addServerToStack', 'enabledCount', { stackId, serverId: document.id, hasAllTools: true });
  }
  await run('updateStackTool', '__typename', { stackId, toolId: 'slack_send', name: 'say' });
  await run('updateResultLabel', '__typename', { serverId: 'hr', label: 'confidential' });
  const made = await run('createClientEndpoint', 'endpoint { id clientId } token', { stackId, name: 'agent' });
  const endpointId = found(made, /"(endpoint_[\w-]+)"/);
  await run('updateClientEndpoint', '__typename', { endpointId, mayProgramsWrite: true });
  const other = await run('createStackToken', 'token', { endpointId, name: 'other' });
  return {
    ...{ url, apiKey, stackId: toStackId(stackId), clientId: toClientId(found(made, /"(client_[\w-]+)"/)) },
    ...{ token: found(made, /"(eyJ[^"]+)"/), otherToken: found(other, /"(eyJ[^"]+)"/) },
  };
}

const ATTEMPTS = 1_000;
const SHORT_ATTEMPTS = 160;

/** Attempts to pass results of two services to a third one by their handles, without and with a rule for each. */
export async function runFlow({ isShort }: { readonly isShort: boolean }): Promise<Report> {
  const services = await startServices();
  const world = await openTrustWorld({ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${services.port}` });
  const arrived = (): number => services.arrivedAt('slack');
  try {
    const place = await makePlace(world, services.port);
    const attempts = attemptsFor(await makeHandles(place), isShort ? SHORT_ATTEMPTS : ATTEMPTS);
    const without = await arrivalsOf(place, arrived, attempts);
    for (const rule of [INSIDE_CRM, NOTHING_CONFIDENTIAL])
      await world.graphql(
        mutation('createPolicyRule', '__typename'),
        { input: { ...rule, effect: 'DENY' } },
        world.firstKey,
      );
    const withRules = await arrivalsOf(place, arrived, attempts);
    const bySurface = Map.groupBy(attempts, ({ surface }) => surface);
    const lost = [...bySurface].filter(([surface, own]) => without[surface] !== own.length);
    return {
      section: 'flow',
      claim:
        'no result that a rule keeps inside its service, or that has a label, reaches another service by its handle',
      command: 'npm run trust -- flow',
      rows: [...bySurface].map(([surface, own]) => ({
        ...{ label: surface, tried: own.length, wrong: withRules[surface] ?? 0 },
      })),
      wrong: [
        ...Object.entries(withRules).flatMap(([surface, count]) => (count > 0 ? `${surface}: ${count} arrived` : [])),
        ...lost.map(([surface, own]) => `${surface}: without rules, ${without[surface]} of ${own.length} arrive`),
      ],
      figures: {
        'attempts that arrive without the rules': total(without),
        'attempts that arrive with them': total(withRules),
      },
    };
  } finally {
    await world.close();
    services.close();
  }
}
