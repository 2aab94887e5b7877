/**
 * The attacking account and its upstream, in a separate process so that they don't slow the measurement.
 * `attackerProcess.ts` runs it with the origin of the bystander's upstream.
 */
import type { Attacker } from './attack.ts';
import { ATTACKS } from './attacks/attacks.ts';
import { createClient } from './client.ts';
import { startUpstream } from './upstream.ts';

/** Messages to the process. */
export type Order =
  | {
      readonly kind: 'prepare';
      readonly name: string;
      readonly url: string;
      readonly accountId: string;
      readonly apiKey: string;
    }
  | { readonly kind: 'run'; readonly msMax: number }
  | { readonly kind: 'end' };

/** Messages from the process. */
export type Report =
  | { readonly kind: 'listening'; readonly origin: string }
  | { readonly kind: 'prepared' }
  | { readonly kind: 'ran'; readonly statuses: Readonly<Record<string, number>> }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

const [, , sharedOrigin = ''] = process.argv;
const upstream = await startUpstream();
let current: { readonly attacker: Attacker; readonly name: string; readonly prepared: unknown } | null = null;
let statuses: Record<string, number> = {};

const attackNamed = (name: string) => {
  const attack = ATTACKS.find((each) => each.name === name);
  if (!attack) throw new Error(`There is no attack ${name}`);
  return attack;
};

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'prepare') {
    const { name, url, accountId, apiKey } = order;
    const attacker: Attacker = {
      ...{ url, accountId, apiKey, upstream, sharedOrigin },
      client: createClient(url, apiKey),
      visitor: createClient(url, null),
      note: (answer) => {
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        return answer;
      },
    };
    statuses = {};
    current = { attacker, name, prepared: await attackNamed(name).prepare?.(attacker) };
    return { kind: 'prepared' };
  }
  if (order.kind === 'run' && current) {
    const until = AbortSignal.timeout(order.msMax);
    await Promise.race([
      attackNamed(current.name).run(current.attacker, current.prepared, until),
      new Promise<void>((resolve) => until.addEventListener('abort', () => resolve())),
    ]);
    return { kind: 'ran', statuses };
  }
  await current?.attacker.client.close();
  await current?.attacker.visitor.close();
  current = null;
  return { kind: 'ended' };
}

const say = (report: Report): void => void process.send?.(report);

process.on('message', (order: Order) => {
  void obey(order)
    .catch(
      (error: unknown): Report => ({ kind: 'failed', message: error instanceof Error ? error.message : 'unknown' }),
    )
    .then(say);
});
process.once('disconnect', () => process.exit());
process.on('unhandledRejection', () => undefined);
say({ kind: 'listening', origin: upstream.origin });
