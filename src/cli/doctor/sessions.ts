import type { Config } from '../../config.ts';
import { examineSessions } from '../../store/sessions.ts';
import { type Finding, fail, ok, reasonOf } from './check.ts';

const CHECK = 'sessions';

/**
 * Checks that the address to listen and to lock at leads to PostgreSQL itself: a pooler in transaction mode breaks
 * both.
 */
export async function checkSessions({ databaseUrl, directDatabaseUrl }: Config): Promise<readonly Finding[]> {
  const url = directDatabaseUrl ?? databaseUrl;
  if (url === null) return [];
  const name = directDatabaseUrl === null ? 'DATABASE_URL' : 'TOOLYARD_DIRECT_DATABASE_URL';
  try {
    const { hears, keeps } = await examineSessions(url);
    if (hears && keeps) return [ok(CHECK, 'notifications and locks of sessions hold')];
    const broken = [...(hears ? [] : ['LISTEN']), ...(keeps ? [] : ['locks of sessions'])].join(' and ');
    const todo = 'Set TOOLYARD_DIRECT_DATABASE_URL to the address of PostgreSQL itself; docs/deploy.md';
    return [fail(CHECK, `the pooler at ${name} breaks ${broken}`, todo, 'invalid_config')];
  } catch (error) {
    return [fail(CHECK, reasonOf(error), `Does PostgreSQL answer at ${name}?`, 'unavailable')];
  }
}
