import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createClosers } from '../src/start/closers.ts';
import { FLOOR_TOKEN, startServer } from './lib/floors.ts';
import { addServer, addStack, type Gateway, install, type Stack } from './lib/installation.ts';
import { drive, type Target } from './lib/load.ts';
import { type Offered, offer } from './lib/openLoop.ts';
import { cpuMsOf, stayAside } from './lib/processes.ts';
import { markdownTable } from './lib/table.ts';
import { agentCall, bearer, INPUT, MARKER, post } from './lib/targets.ts';

/*
 * Finds the calls per second that one process can serve, then offers multiples of them at a fixed rate. A bystander in
 * another account calls at a low rate. The process has one core; the load, the upstream and the database share the
 * other. Results have `--kib` of text. `--against main.js` also measures another checkout's service, in turns.
 * `node:http` is the control: a server that answers every third request and refuses the others at once, at the same
 * rates.
 */

const { values: options } = parseArgs({
  options: {
    rates: { type: 'string', default: '0.5,1,3' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '16' },
    kib: { type: 'string', default: '16' },
    against: { type: 'string' },
  },
});
const forMs = Number(options.seconds) * 1_000;
const BYSTANDER_PER_SECOND = 20;
/** Per account. */
const CAPACITY = { concurrency: 4, forMs: 4_000 };
const WARM_UPS = 3;
const path = `/large/${4 * Number(options.kib)}`;
/** The load generator shares its core with the upstream, so the calls must cost the service more than both. */
const REQUEST = { kind: 'template', method: 'POST', path, body: { message: '{message}' } };

type Row = {
  readonly service: string;
  readonly rate: number;
  readonly offered: number;
  readonly flood: Offered;
  readonly bystander: Offered;
  readonly cpu: number;
  /** The highest delay of the load generator's event loop. */
  readonly delayMs: number;
};

stayAside();
const closers = createClosers();
try {
  const { ready: upstreamPort } = await startServer(closers, 'rest', ['upstream.ts']);
  const installation = await install(upstreamPort);
  closers.add(() => installation.close());
  const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${upstreamPort}` };
  await addServer(installation, 'bench', { tools: 10, connector, request: REQUEST });
  const stackOf = async () => addStack(await installation.addAccount(), 'overload', { servers: ['bench'] });
  const floods = await Promise.all(Array.from({ length: Number(options.accounts) }, stackOf));
  const bystander = await stackOf();
  const rows: Row[] = [];
  const control = await startServer(closers, 'measured', ['raw.ts', 'refuse', FLOOR_TOKEN, MARKER]);
  const services = { ...(options.against !== undefined && { before: options.against }), now: undefined };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const [service, main] of Object.entries(services)) {
      const gateway = await installation.serve({}, main);
      const measured = await measureService(service, gateway, { floods, bystander });
      await gateway.stop();
      rows.push(...measured, ...(await measureControl(control, measured)));
    }
  }
  console.log(toTable(rows));
} finally {
  await closers.close();
}

type Callers = { readonly floods: readonly Stack[]; readonly bystander: Stack };

async function measureService(service: string, gateway: Gateway, { floods, bystander }: Callers) {
  const targetOf = (stack: Stack) => agentCall(gateway, stack, 'bench_echo');
  let perSecond = 0;
  for (let round = 0; round <= WARM_UPS; round += 1) {
    const all = await Promise.all(floods.map((stack) => drive(targetOf(stack), CAPACITY)));
    perSecond = all.reduce((sum, { calls, ms }) => sum + (calls / ms) * 1_000, 0);
  }
  const rows: Row[] = [];
  for (const rate of options.rates.split(',').map(Number)) {
    const asked = { service, rate, offered: perSecond * rate };
    rows.push(await measureRate(asked, gateway.pid, { floods: floods.map(targetOf), bystander: targetOf(bystander) }));
  }
  return rows;
}

/** Offers the rates of a service to `node:http`, which shows the share of the load generator and the system. */
async function measureControl({ pid, ready: port }: { pid: number; ready: number }, measured: readonly Row[]) {
  const target = post(`http://127.0.0.1:${port}/`, INPUT, bearer(FLOOR_TOKEN));
  const targets = { floods: Array.from({ length: Number(options.accounts) }, () => target), bystander: target };
  const rows: Row[] = [];
  for (const { rate, offered } of measured)
    rows.push(await measureRate({ service: 'node:http', rate, offered }, pid, targets));
  return rows;
}

type Targets = { readonly floods: readonly Target[]; readonly bystander: Target };

async function measureRate(
  asked: Pick<Row, 'service' | 'rate' | 'offered'>,
  pid: number,
  { floods, bystander }: Targets,
): Promise<Row> {
  const streams = floods.map((target) => ({ target, perSecond: asked.offered / floods.length }));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = cpuMsOf(pid);
  const all = await offer([{ target: bystander, perSecond: BYSTANDER_PER_SECOND }, ...streams], forMs);
  delay.disable();
  const [quiet, ...flooded] = all;
  if (!quiet) throw new Error('the bystander is always offered');
  const cpu = (cpuMsOf(pid) - cpuBefore) / forMs;
  const row = { ...asked, bystander: quiet, flood: together(flooded), cpu, delayMs: delay.max / 1e6 };
  console.error(JSON.stringify(row));
  return row;
}

/** The sum of several streams; for latencies, the highest. */
function together(all: readonly Offered[]): Offered {
  return all.reduce((sum, one) => ({
    sent: sum.sent + one.sent,
    accepted: sum.accepted + one.accepted,
    refused: sum.refused + one.refused,
    wrong: { ...sum.wrong, ...one.wrong },
    hung: sum.hung + one.hung,
    p50Ms: Math.max(sum.p50Ms, one.p50Ms),
    p99Ms: Math.max(sum.p99Ms, one.p99Ms),
    refusedP99Ms: Math.max(sum.refusedP99Ms, one.refusedP99Ms),
  }));
}

function toTable(rows: readonly Row[]): string {
  const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));
  const share = ({ refused, sent }: Offered) => `${((100 * refused) / sent).toFixed(1)} %`;
  return markdownTable(
    [
      ...['service', '× capacity', 'offered/s', 'accepted/s', 'p50 ms', 'p99 ms', 'refused', 'refusal p99 ms'],
      ...['wrong', 'hung', 'bystander p99 ms', 'bystander refused', 'CPU', 'load delay ms'],
    ],
    rows.map(({ service, rate, offered, flood, bystander, cpu, delayMs }) => [
      ...[service, String(rate), offered.toFixed(0), (flood.accepted / (forMs / 1_000)).toFixed(0)],
      ...[ms(flood.p50Ms), ms(flood.p99Ms), share(flood), ms(flood.refusedP99Ms)],
      ...[
        JSON.stringify(flood.wrong),
        String(flood.hung),
        ms(bystander.p99Ms),
        share(bystander),
        cpu.toFixed(2),
        ms(delayMs),
      ],
    ]),
  );
}
