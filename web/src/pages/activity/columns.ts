import type { Column } from '../../records/csv.ts';
import type { Call } from './CallList.tsx';

/** The columns of the exported file. */
export const CALL_COLUMNS: readonly Column<Call>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'at', of: ({ at }) => at },
  { name: 'stack_id', of: ({ stack }) => stack.id },
  { name: 'stack_name', of: ({ stack }) => stack.name },
  { name: 'tool_id', of: ({ toolId }) => toolId },
  { name: 'outcome', of: ({ outcome }) => outcome },
  { name: 'latency_ms', of: ({ latencyMs }) => latencyMs },
  { name: 'input_bytes', of: ({ inputBytes }) => inputBytes },
  { name: 'output_bytes', of: ({ outputBytes }) => outputBytes },
  { name: 'endpoint', of: ({ endpoint }) => endpoint?.name ?? null },
];
