import { createClosers } from '../../src/start/closers.ts';
import { FLOOR_TOKEN, startServer } from '../lib/floors.ts';
import { addServer, addStack } from '../lib/installation.ts';
import { type Cell, measure, type Result, type Rounds, type Subject } from '../lib/measure.ts';
import { agentCall } from '../lib/targets.ts';
import type { Bench } from './calls.ts';

const GROUP = 'Steps of a call, by a setting that leaves one out';
const LIMITS_OFF = { TOOLYARD_RATE_LIMITS: 'off' };
const LOG_OFF = { TOOLYARD_LOG_LEVEL: 'silent' };
const METRICS_OFF = { TOOLYARD_METRICS_TOKEN: '' };
/** Short enough that what a slice of calls leaves to export is exported in it, and counted there. */
const EXPORT_EVERY_MS = 100;

/**
 * The plain call through services that differ in one setting, each beside one with nothing left out. All are new
 * processes, so that none has grown before; one more without a difference shows the noise.
 */
export async function measureSteps({ floors, installation }: Bench, rounds: Rounds): Promise<readonly Result[]> {
  const closers = createClosers();
  try {
    await addServer(installation, 'stepped', {
      tools: 10,
      connector: { kind: 'mcp-http', url: `${floors.origin}/mcp` },
    });
    const stack = await addStack(installation.account, 'stepped', { servers: ['stepped'] });
    const subjectOf = async (name: string, settings: Readonly<Record<string, string>> = {}): Promise<Subject> => {
      const gateway = await installation.serve(settings);
      closers.add(() => gateway.stop());
      return { name, target: agentCall(gateway, stack, 'stepped_echo'), pid: gateway.pid };
    };
    const { found: sinkPort } = await startServer(closers, 'rest', ['raw.ts', 'sink', FLOOR_TOKEN]);
    const tracing = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sinkPort}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${FLOOR_TOKEN}`,
      OTEL_BSP_SCHEDULE_DELAY: String(EXPORT_EVERY_MS),
    };
    const floor = await subjectOf('/s call_tool, nothing left out');
    const subjects = [
      await subjectOf('nothing, in another process (the noise)'),
      await subjectOf('limits off', LIMITS_OFF),
      await subjectOf('no lines in the log', LOG_OFF),
      await subjectOf('metrics off', METRICS_OFF),
      await subjectOf('these three off', { ...LIMITS_OFF, ...LOG_OFF, ...METRICS_OFF }),
      await subjectOf('tracing on, every call exported', tracing),
    ];
    return await measure(
      subjects.map((subject): Cell => ({ ...subject, group: GROUP, concurrency: 16, floor })),
      rounds,
    );
  } finally {
    await closers.close();
  }
}
