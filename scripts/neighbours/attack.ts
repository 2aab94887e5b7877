import type { Answer, Client } from './client.ts';
import type { Upstream } from './upstream.ts';

/** The service's memory target under attack, as stated in `docs/instance-limits.md`. */
export const PEAK_MIB_TARGET = 2_304;

/** One malicious account, at the documented limits. */
export type Attacker = {
  readonly client: Client;
  /** An anonymous client on the same network, without the account's key. */
  readonly visitor: Client;
  readonly url: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly upstream: Upstream;
  /** A caller with a separate network address and account. */
  readonly sharedOrigin: string;
  /** Counts a response by its status, for the report. */
  note(answer: Answer): Answer;
};

/**
 * One account's attack on the service. `prepare` isn't measured. `run` is measured until it ends or `until` is aborted.
 */
export type Attack<Prepared = unknown> = {
  readonly name: string;
  readonly description: string;
  /** The GraphQL mutations that the attack sends in large numbers. */
  readonly creates?: readonly string[];
  /** Whether the short profile includes the attack. */
  readonly isShort?: true;
  prepare?(attacker: Attacker): Promise<Prepared>;
  run(attacker: Attacker, prepared: Prepared, until: AbortSignal): Promise<void>;
};

/** Preserves the type that `prepare` passes to `run` in the attack's file. */
export const attack = <Prepared>(definition: Attack<Prepared>): Attack => ({
  ...definition,
  // The value that the same attack's `prepare` returned.
  run: (attacker, prepared, until) => definition.run(attacker, prepared as Prepared, until),
});

/** Sends `count` requests at once. */
export async function burst(attacker: Attacker, count: number, send: (at: number) => Promise<Answer>): Promise<void> {
  await Promise.all(Array.from({ length: count }, async (_, at) => attacker.note(await send(at))));
}

/** Sends requests from `width` workers until the time is up. After a refusal, a worker tries again. */
export async function flood(
  attacker: Attacker,
  { width, until }: { readonly width: number; readonly until: AbortSignal },
  send: (at: number) => Promise<Answer>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (!until.aborted) attacker.note(await send(next++));
  };
  await Promise.all(Array.from({ length: width }, worker));
}
