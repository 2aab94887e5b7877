import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '../../test/harness/database.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { crowd, type Patient, SICKNESSES } from '../../test/wire/sicknesses.ts';
import type { Load } from './load.ts';
import { callTool } from './requests.ts';
import type { Instance, Site } from './site.ts';

/** A fault under load. `begin` starts it and returns the function that ends it. */
export type Fault<S = Site> = {
  readonly name: string;
  /** Whether the fault is part of the short run. */
  readonly isShort?: boolean;
  /** How long the fault lasts after it began, ms. */
  readonly holdMs: number;
  begin(site: S, load: Load): Promise<() => unknown>;
};

const CALLS = 20;
const ARRIVE_MS_MAX = 30_000;
/** After this time, both proxies send requests to a recovered instance again. */
const BACK_MS = 5_000;

/** Disrupts PostgreSQL over the operator's connections. */
const asOperator = (sicken: (patient: Patient) => Promise<() => unknown>): Fault['begin'] => {
  return async ({ postgres }) => {
    const admin = openPool(postgres.url);
    // An idle operator connection must stay open: if it closed, the service could take its slot.
    admin.options.idleTimeoutMillis = 0;
    const heal = await sicken({ postgres, admin });
    return async () => {
      await heal();
      await admin.end();
    };
  };
};

/** One of the faults in `test/wire/sickDatabase.test.ts`, by name. */
const sick = (name: string): Fault['begin'] => {
  const sickness = SICKNESSES.find((each) => each.name === name);
  if (!sickness) throw new Error(`There is no sickness ${name}`);
  return asOperator((patient) => sickness.begin(patient));
};

/** Takes every connection that becomes free. The service sometimes wins the race. */
async function crowdOut(patient: Patient) {
  const { acquire, release } = await crowd(patient);
  const state = { isOver: false };
  const taking = (async () => {
    while (!state.isOver) await acquire();
  })();
  return async () => {
    state.isOver = true;
    await taking;
    await release();
  };
}

/** Starts calls that take `ms`, and waits until all of them have reached the upstream. */
async function withCallsRunning({ upstream }: Site, load: Load, ms: number): Promise<void> {
  for (let at = 0; at < CALLS; at += 1) void load.call(callTool, ms);
  await eventually('the calls have arrived', () => upstream.running() >= CALLS, ARRIVE_MS_MAX);
}

const firstOf = ({ instances }: Site): Instance => {
  const [instance] = instances;
  if (!instance) throw new Error('There is no instance');
  return instance;
};

/** The faults of `npm run chaos`, in order. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL killed by SIGKILL, started 3 s later',
    holdMs: 3_000,
    begin: async ({ postgres }) => {
      await postgres.kill();
      return () => postgres.start();
    },
  },
  {
    name: 'PostgreSQL frozen by SIGSTOP for 5 s',
    holdMs: 5_000,
    begin: async ({ postgres }) => {
      postgres.freeze();
      return () => postgres.thaw();
    },
  },
  { name: 'PostgreSQL read-only for 5 s', holdMs: 5_000, begin: sick('read-only') },
  { name: 'PostgreSQL out of connections for 5 s', holdMs: 5_000, begin: asOperator(crowdOut) },
  {
    name: 'Redis killed by SIGKILL, started 3 s later',
    holdMs: 3_000,
    begin: async ({ redis }) => {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    name: 'one of three instances cut off from PostgreSQL for 5 s',
    holdMs: 5_000,
    begin: async ({ network }) => {
      network.reset();
      return () => network.heal();
    },
  },
  {
    name: 'packets between one of three instances and PostgreSQL held back for 5 s',
    holdMs: 5_000,
    begin: async ({ network }) => {
      network.pass({ toDatabase: false, fromDatabase: false });
      return () => network.heal();
    },
  },
  {
    name: `an instance killed by SIGKILL with ${CALLS} calls of 10 s under way`,
    isShort: true,
    holdMs: 0,
    begin: async (site, load) => {
      await withCallsRunning(site, load, 10_000);
      await firstOf(site).kill();
      return () => firstOf(site).start();
    },
  },
  {
    name: `SIGTERM with ${CALLS} calls of 20 s under way`,
    holdMs: 0,
    begin: async (site, load) => {
      await withCallsRunning(site, load, 20_000);
      await firstOf(site).stop();
      return () => firstOf(site).start();
    },
  },
  {
    name: `SIGTERM with ${CALLS} calls of 20 s under way, and 3 s to drain`,
    holdMs: 0,
    begin: async (site, load) => {
      const instance = firstOf(site);
      await instance.stop();
      await instance.start({ TOOLYARD_DRAIN_SECONDS: '3' });
      await delay(BACK_MS);
      await withCallsRunning(site, load, 20_000);
      await instance.stop();
      return () => instance.start();
    },
  },
];

/** The same faults behind a transaction pooler, on a separate site. */
export const POOLED_FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL killed and started 3 s later, behind PgBouncer',
    holdMs: 3_000,
    begin: async ({ postgres }) => {
      await postgres.kill();
      return () => postgres.start();
    },
  },
];
