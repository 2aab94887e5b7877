import type { Client } from 'pg';
import { type Finding, ok, warn } from './check.ts';

const CHECK = 'credentials';

/** Counts sign-ins that a person has to repeat, and values that are not sent any more. */
export async function checkCredentials(client: Client): Promise<Finding> {
  const exists = await client.query<{ name: string | null }>(`SELECT to_regclass('credential')::text AS name`);
  if (!exists.rows[0]?.name) return ok(CHECK, 'none yet');
  const { rows } = await client.query<{ all: number; ended: number; moved: number }>(`
    SELECT count(*)::int AS all,
      count(*) FILTER (WHERE state = 'reconnect_required' OR expires_at < now() AND NOT is_renewable)::int AS ended,
      count(*) FILTER (WHERE state = 'moved')::int AS moved
    FROM credential`);
  const { all = 0, ended = 0, moved = 0 } = rows[0] ?? {};
  if (ended + moved === 0) return ok(CHECK, `${all} stored, none has expired`);
  const parts = [
    ...(ended > 0 ? [`${ended} have expired`] : []),
    ...(moved > 0 ? [`${moved} would go elsewhere than their owners sent them`] : []),
  ];
  const todo = 'Their owners sign in or enter them again: the dashboard says which';
  return warn(CHECK, `of ${all} stored, ${parts.join(' and ')}`, todo);
}
