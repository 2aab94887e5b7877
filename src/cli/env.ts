import { join } from 'node:path';
import {
  type Config,
  ConfigError,
  type EffectiveSetting,
  effectiveSettings,
  listenUrl,
  readConfig,
} from '../config/config.ts';
import { withoutTrailingSlashes } from '../core/lib/trim.ts';
import { CliError } from './exit.ts';

/** The environment for commands. Nothing else in `cli/` reads it. */
export type Environment = {
  /** A variable's value; undefined also for an empty one. */
  variable(name: string): string | undefined;
  /** The server's own configuration. @throws CliError invalid_config with every problem */
  config(): Config;
  /** Every setting with its source, valid or not. Holds secrets. */
  settings(): readonly EffectiveSetting[];
  /** As set by the user; absent: the default. */
  readonly dataDir: string | undefined;
  readonly apiKey: string | undefined;
  /** The name of the profile to use. */
  readonly profile: string | undefined;
  /** The user's configuration directory (XDG Base Directory Specification; `APPDATA` on Windows), or null. */
  readonly configDir: string | null;
  /** The configured address of the API, without a trailing slash. */
  readonly url: string | undefined;
  /** Where a server with this environment listens. */
  readonly listenUrl: string;
  /** The address that clients of that server use, without a trailing slash. */
  readonly publicUrl: string;
};

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 4_000;

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  // Invalid settings are ignored: a command for a remote server must not fail because of this machine's settings.
  const listening = listenUrl(env['HOST'] || DEFAULT_HOST, Number(env['PORT']) || DEFAULT_PORT);
  const chosen = env['XDG_CONFIG_HOME'] || (process.platform === 'win32' ? env['APPDATA'] : undefined);
  return {
    variable: (name) => env[name] || undefined,
    config: () => checkedConfig(env),
    settings: () => effectiveSettings(env),
    dataDir: env['TOOLYARD_DATA_DIR'] || undefined,
    apiKey: env['TOOLYARD_API_KEY'] || undefined,
    profile: env['TOOLYARD_PROFILE'] || undefined,
    configDir: chosen || (env['HOME'] ? join(env['HOME'], '.config') : null),
    url: withoutSlash(env['TOOLYARD_URL'] || undefined),
    listenUrl: listening,
    publicUrl: withoutSlash(env['TOOLYARD_PUBLIC_URL'] || undefined) ?? listening,
  };
}

const withoutSlash = (url: string | undefined): string | undefined => url && withoutTrailingSlashes(url);

function checkedConfig(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) throw new CliError('invalid_config', error.message, error);
    throw error;
  }
}
