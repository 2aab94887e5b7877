import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createPodStdio, type PodStdioOptions } from '../../../src/connectors/kubernetes/pods.ts';
import type { ToolCall } from '../../../src/core/calls/connector.ts';
import { processesNaming, temporaryDir, textOf } from '../stdio/stdioKit.ts';
import { type StandIn, startStandIn } from './standIn.ts';

const MIB = 1_048_576;

/** A stand-in for a cluster, and instances that run their programs there. All of them end with the test. */
export async function openCluster({ protocol }: { protocol?: string } = {}) {
  const cluster = await startStandIn(protocol === undefined ? {} : { protocol });
  // In a real pod, this folder is /scratch. Here, all pods share one machine.
  const scratchRoot = join(temporaryDir(), 'scratch');
  const log: object[] = [];
  const instance = (options: Partial<PodStdioOptions> = {}) => {
    const note = (fields: object, message?: string) => void log.push({ ...fields, message });
    const pods = createPodStdio({
      kubernetes: cluster.settings,
      scratchRoot,
      accountTotalsMax: { memoryBytes: 16_384 * MIB, fileBytes: 16_384 * MIB },
      // Boundary: the part of a log that the connector writes to.
      log: { info: note, warn: note, debug: note, error: note } as unknown as NonNullable<PodStdioOptions['log']>,
      ...options,
    });
    onTestFinished(() => pods.close());
    return { ...pods, text: async (call: ToolCall) => textOf(await pods.call(call)) };
  };
  onTestFinished(async () => {
    await cluster.close();
    await expect.poll(() => processesNaming(scratchRoot), { timeout: 30_000 }).toEqual([]);
  });
  return { cluster, instance, scratchRoot, log };
}

export const made = ({ requests }: StandIn) =>
  requests.filter(({ line }) => line.startsWith('POST ')).map(({ body }) => JSON.parse(body));
