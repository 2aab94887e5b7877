import type { KubernetesSettings } from './kubernetes/settings.ts';
import type { McpStdio, McpStdioOptions } from './stdio/mcpStdio.ts';

/** The connector that runs programs, on this machine or in pods of a cluster. */
export async function openPrograms(options: McpStdioOptions, kubernetes: KubernetesSettings | null): Promise<McpStdio> {
  if (kubernetes === null) return (await import('./stdio/mcpStdio.ts')).createMcpStdio(options);
  return (await import('./kubernetes/pods.ts')).createPodStdio({ ...options, kubernetes });
}
