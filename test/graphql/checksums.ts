import type { World } from '../harness/world.ts';

/** A checksum of every table, without the time of a key's last use. */
export async function checksums({ edge }: World): Promise<unknown> {
  const { db } = edge.deps;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const sums = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows,
      md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' ORDER BY to_jsonb(t)::text)) AS sum FROM "${name}" t`,
  );
  return db.$queryRawUnsafe(`${sums.join(' UNION ALL ')} ORDER BY name`);
}
