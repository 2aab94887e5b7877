import { type CallSink, CallSinkError } from '../core/callRecords/sink.ts';
import type { CallRecord } from '../generated/prisma/client.ts';

/** A statement for ClickHouse's HTTP interface, with the data of an INSERT if any. */
export type ClickHouseRequest = {
  readonly query: string;
  /** The statement's settings, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly data: string | null;
  readonly signal: AbortSignal;
};

/** Status and headers in lower case. */
export type ClickHouseAnswer = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

type ClickHouseOptions = {
  readonly database: string;
  readonly table: string;
  /** @throws when there is no answer, with a loggable message */
  send(request: ClickHouseRequest): Promise<ClickHouseAnswer>;
};

/** Columns of the table that `deploy/clickhouse/calls.sql` creates, with their values. */
export const COLUMNS: Readonly<Record<string, (call: CallRecord) => string | number | null>> = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString().slice(0, -1).replace('T', ' '),
  account_id: ({ accountId }) => accountId,
  stack_id: ({ stackId }) => stackId,
  server_id: ({ serverId }) => serverId,
  tool_id: ({ toolId }) => toolId,
  endpoint_id: ({ endpointId }) => endpointId,
  outcome: ({ outcome }) => outcome,
  decision: ({ decision }) => decision,
  surface: ({ surface }) => surface,
  caller_kind: ({ callerKind }) => callerKind,
  caller_id: ({ callerId }) => callerId,
  end_user: ({ endUser }) => endUser,
  request_id: ({ requestId }) => requestId,
  trace_id: ({ traceId }) => traceId,
  approval_id: ({ approvalId }) => approvalId,
  upstream_status: ({ upstreamStatus }) => upstreamStatus,
  latency_ms: ({ latencyMs }) => latencyMs,
  queue_ms: ({ queueMs }) => queueMs,
  own_ms: ({ ownMs }) => ownMs,
  upstream_ms: ({ upstreamMs }) => upstreamMs,
  input_bytes: ({ inputBytes }) => inputBytes,
  output_bytes: ({ outputBytes }) => outputBytes,
  error: ({ error }) => error,
};

const COLUMN_ENTRIES = Object.entries(COLUMNS);

/** The header with the error code. The error message is ignored, since it may contain a row. */
const CODE_HEADER = 'x-clickhouse-exception-code';
const OK = 200;
const BAD_REQUEST = 400;

/**
 * Copies calls to a table of ClickHouse 22.8 or newer over its HTTP interface. A batch is one INSERT with a
 * deduplication token, which the table remembers for a while. The table also merges later duplicates of a call, since
 * it is a ReplacingMergeTree ordered by the call's id. Tested by `test/store/clickHouse.test.ts`.
 */
export function createClickHouse({ database, table, send }: ClickHouseOptions): CallSink {
  const name = `${quoted(database, '`')}.${quoted(table, '`')}`;
  const run = async (request: ClickHouseRequest): Promise<void> => {
    const { status, headers } = await send(request).catch((error: unknown) => {
      throw new CallSinkError(error instanceof Error ? error.message : 'no answer', { isWrong: false });
    });
    const code = headers[CODE_HEADER];
    if (status === OK && code === undefined) return;
    const why = code === undefined ? '' : `, its error ${code.slice(0, 10)}`;
    throw new CallSinkError(`ClickHouse answered with status ${status}${why}`, { isWrong: status === BAD_REQUEST });
  };
  return {
    rowOf: (call: CallRecord): string =>
      JSON.stringify(Object.fromEntries(COLUMN_ENTRIES.map(([name, read]) => [name, read(call)]))),
    insert: ({ token, rows }, signal) =>
      run({
        query: `INSERT INTO ${name} FORMAT JSONEachRow`,
        settings: {
          insert_deduplication_token: token,
          // Respond only after the rows are stored.
          async_insert: '0',
          // Ignore columns that the table lacks, so that a newer release can keep copying.
          input_format_skip_unknown_fields: '1',
        },
        data: rows.join('\n'),
        signal,
      }),
    erase: (stackIds, signal) =>
      run({
        query: `ALTER TABLE ${name} DELETE WHERE stack_id IN (${stackIds.map((id) => quoted(id, "'")).join(', ')})`,
        settings: {},
        data: null,
        signal,
      }),
  };
}

/** A quoted text or name in ClickHouse's syntax (SQL Reference, "Syntax"). */
const quoted = (text: string, quote: "'" | '`'): string =>
  `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
