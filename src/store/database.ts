import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import type { Log } from '../core/kernel/context.ts';
import type { UploadParts } from '../core/marketplace/uploadParts.ts';
import type { SealedValues } from '../core/results/sealedValues.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { clientClassOf } from './anyHostClient.ts';
import { parseDatabaseAddress } from './databaseAddress.ts';
import { sealedValuesOf } from './sealedValues.ts';
import { uploadPartsOf } from './uploadParts.ts';

/** Database settings; `connectionsMax` limits the pool. */
type DatabaseOptions = {
  readonly log: Log;
  readonly connectionsMax?: number;
};

/** Connections of a pool: in use, idle, and the number of queries waiting for one. */
type PoolUse = { readonly used: number; readonly idle: number; readonly waiting: number };

/** The client and its connection pool, until `close`. */
export type Database = {
  readonly db: PrismaClient;
  readonly sealedValues: SealedValues;
  readonly uploadParts: UploadParts;
  /** Connections of the pool, and queries that wait for one. */
  poolUse(): PoolUse;
  close(): Promise<void>;
};

/** Application name of the sessions in the pools of servers and operator commands. These sessions end when idle. */
export const APPLICATION_NAME = 'toolyard';
/** Application name of the session that every server keeps open to receive changes. */
export const LISTENING_NAME = 'toolyard changes';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
// Longer than PostgreSQL's statement timeout, so that this limit applies only if the server is frozen or unreachable.
const QUERY_TIMEOUT_MS = 20_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Creates the client and its pool. Connects at the first query, which fails if the database can't be reached. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const pool = new Pool({
    Client: clientClassOf(url),
    connectionString: parseDatabaseAddress(url).urls[0],
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    application_name: APPLICATION_NAME,
  });
  // Without a handler, an idle connection that breaks would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'));
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    db,
    sealedValues: sealedValuesOf(pool),
    uploadParts: uploadPartsOf(pool),
    poolUse: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
