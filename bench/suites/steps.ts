import { createClosers } from '../../src/start/closers.ts';
import { FLOOR_TOKEN, startServer } from '../lib/floors.ts';
import { addServer, addStack, type Gateway } from '../lib/installation.ts';
import { drive } from '../lib/load.ts';
import { type Cell, measure, type Result, type Rounds, type Subject, WARM_UP_MS } from '../lib/measure.ts';
import { agentCall, bearer } from '../lib/targets.ts';
import type { Bench } from './calls.ts';

const GROUP = 'Steps of a call, by a setting that leaves one out';
const LIMITS_OFF = { TOOLYARD_RATE_LIMITS: 'off' };
const LOG_OFF = { TOOLYARD_LOG_LEVEL: 'silent' };
const METRICS_OFF = { TOOLYARD_METRICS_TOKEN: '' };
/** Short enough that a slice's exports happen within the slice and count towards it. */
const EXPORT_EVERY_MS = 100;
const TRACED = 'tracing on, every call exported';

/**
 * The plain call through services that differ in one setting, each compared with a service with all defaults. All are
 * new processes; the one without a difference shows the noise.
 */
export async function measureSteps({ floors, installation }: Bench, rounds: Rounds): Promise<readonly Result[]> {
  const closers = createClosers();
  try {
    await addServer(installation, 'stepped', {
      tools: 10,
      connector: { kind: 'mcp-http', url: `${floors.origin}/mcp` },
    });
    const stack = await addStack(installation.account, 'stepped', { servers: ['stepped'] });
    const open = async (settings: Readonly<Record<string, string>>): Promise<Gateway> => {
      const gateway = await installation.serve(settings);
      closers.add(() => gateway.stop());
      return gateway;
    };
    const subjectOf = (name: string, gateway: Gateway): Subject => {
      return { name, target: agentCall(gateway, stack, 'stepped_echo'), pid: gateway.pid };
    };
    const { ready: sinkPort } = await startServer(closers, 'rest', ['raw.ts', 'sink', FLOOR_TOKEN]);
    const tracing = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sinkPort}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${FLOOR_TOKEN}`,
      OTEL_BSP_SCHEDULE_DELAY: String(EXPORT_EVERY_MS),
    };
    const floor = subjectOf('/s call_tool, nothing left out', await open({}));
    const traced = await open(tracing);
    const subjects = [
      subjectOf('nothing, in another process (the noise)', await open({})),
      subjectOf('limits off', await open(LIMITS_OFF)),
      subjectOf('no lines in the log', await open(LOG_OFF)),
      subjectOf('metrics off', await open(METRICS_OFF)),
      subjectOf('these three off', await open({ ...LIMITS_OFF, ...LOG_OFF, ...METRICS_OFF })),
      subjectOf(TRACED, traced),
    ];
    const cells = subjects.map((subject): Cell => ({ ...subject, group: GROUP, concurrency: 16, floor }));
    // The baseline runs next to each of the others, so it would otherwise be warmed up far more.
    for (const { target } of [floor, ...subjects]) await drive(target, { concurrency: 16, forMs: WARM_UP_MS });
    const results = await measure(cells, rounds);
    const dropped = await droppedBy(traced);
    return results.map((result) =>
      result.name === TRACED && dropped > 0 ? { ...result, name: `${TRACED} but ${dropped}` } : result,
    );
  } finally {
    await closers.close();
  }
}

/** The number of calls that weren't exported. Dropping a call costs less than exporting it. */
async function droppedBy({ url, metricsToken }: Gateway): Promise<number> {
  const page = await (await fetch(`${url}/metrics`, { headers: bearer(metricsToken) })).text();
  return Number(/^toolyard_spans_dropped_total (\d+)$/m.exec(page)?.[1] ?? Number.NaN);
}
