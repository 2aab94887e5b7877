import type { Config } from '../../config/config.ts';
import { isThisMachine } from '../../core/lib/loopback.ts';
import type { Environment } from '../env.ts';
import { CliError } from '../exit.ts';
import { type Finding, fail, ok, warn } from './check.ts';

const CHECK = 'configuration';

type Checked =
  | { readonly config: Config; readonly findings: readonly Finding[] }
  | { readonly config: null; readonly findings: readonly Finding[] };

/** Reads the configuration. Nothing else can be checked without a valid one. */
export function checkConfiguration(environment: Environment): Checked {
  try {
    const config = environment.config();
    return { config, findings: [ok(CHECK, 'all variables are valid'), ...checkPublicUrl(config)] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const problems = error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^\s*-\s*/, ''));
    const todo = 'Correct it; see .env.example for all variables';
    return { config: null, findings: problems.map((problem) => fail(CHECK, problem, todo, 'invalid_config')) };
  }
}

function checkPublicUrl({ publicUrl, proxyHops }: Config): readonly Finding[] {
  if (publicUrl === null) return [];
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:' && !isThisMachine(hostname)) {
    return [
      warn('public address', `${publicUrl} sends keys and tokens unencrypted`, 'Put a reverse proxy with TLS in front'),
    ];
  }
  const isProxied = protocol === 'https:' && proxyHops === 0;
  const todo = 'Set TOOLYARD_TRUST_PROXY=true; otherwise all callers share the proxy’s address';
  return isProxied
    ? [warn('public address', `${publicUrl} has a proxy that is not trusted`, todo)]
    : [ok('public address', publicUrl)];
}
