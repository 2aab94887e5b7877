/** The extension by which an MCP call answers with a task (SEP-2663). */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** The task that an upstream made of a job’s call. The job stores its id, so that any instance can follow the task. */
export type UpstreamTask = {
  /** Null until the upstream makes one. */
  readonly id: string | null;
  store(id: string): Promise<void>;
};
