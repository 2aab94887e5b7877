import { isThisMachine } from '../core/lib/loopback.ts';
import type { SetVariables } from './config.ts';
import { programsProblems } from './programs.ts';

/**
 * Problems of combinations of variables. Also checked if single variables have problems, so that all problems are
 * reported together.
 */
export function crossProblems(env: SetVariables): readonly string[] {
  const oidc = [env.TOOLYARD_OIDC_ISSUER, env.TOOLYARD_OIDC_CLIENT_ID, env.TOOLYARD_OIDC_CLIENT_SECRET];
  const hasSomeOidc = oidc.some((value) => value !== undefined) && oidc.some((value) => value === undefined);
  const keys = [env.TOOLYARD_MASTER_KEY, env.TOOLYARD_MASTER_KEY_FILE, env.TOOLYARD_MASTER_KEY_COMMAND];
  const hasNoKey = keys.every((key) => key === undefined);
  return [
    ...(env.TOOLYARD_DIRECT_DATABASE_URL !== undefined && env.DATABASE_URL === undefined
      ? ['TOOLYARD_DIRECT_DATABASE_URL: only with DATABASE_URL']
      : []),
    ...(env.TOOLYARD_REPLICA_DATABASE_URL !== undefined && env.DATABASE_URL === undefined
      ? ['TOOLYARD_REPLICA_DATABASE_URL: only with DATABASE_URL']
      : []),
    ...(env.TOOLYARD_CHANGES === 'redis' && env.REDIS_URL === undefined
      ? ['TOOLYARD_CHANGES: redis needs REDIS_URL']
      : []),
    ...programsProblems(env),
    ...(hasNoKey && env.DATABASE_URL !== undefined
      ? [
          'TOOLYARD_MASTER_KEY or TOOLYARD_MASTER_KEY_FILE: one is needed with DATABASE_URL (32 bytes, e.g. `openssl rand -base64 32`)',
        ]
      : []),
    ...(hasSomeOidc
      ? ['TOOLYARD_OIDC_ISSUER, TOOLYARD_OIDC_CLIENT_ID and TOOLYARD_OIDC_CLIENT_SECRET: set all of them or none']
      : []),
    ...(env.HOST !== undefined && !isThisMachine(env.HOST) && env.TOOLYARD_PUBLIC_URL === undefined
      ? ['TOOLYARD_PUBLIC_URL: needed when HOST is not a loopback address']
      : []),
  ];
}
