import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import type { Environment } from '../env.ts';
import { usageError } from '../exit.ts';
import type { ApiArgs } from '../input.ts';
import { profileOf, readProfiles } from './profiles.ts';

/** The server that a command uses, and the key for it. */
type Access = {
  /** Without a trailing slash; null if none is given. */
  readonly url: string | null;
  readonly key: string | null;
  /** The profile that provides both; null if they were given directly. */
  readonly profile: string | null;
  /** Why the profile's key is unusable. */
  readonly problem: string | null;
};

/**
 * Options override the environment, which overrides profiles. A profile's key is only sent to the profile's own
 * address. @throws CliError usage, not_found, invalid_config
 */
export function accessOf(args: ApiArgs, environment: Environment): Access {
  const { profile: profileName, 'api-key': option } = args;
  if (profileName !== undefined && option !== undefined) throw usageError('Pass either --profile or --api-key');
  // With `--profile`, the address and key in the environment are ignored.
  const outside = profileName === undefined ? environment : { url: undefined, apiKey: undefined };
  const requestedUrl = args.url ?? outside.url;
  const url = requestedUrl === undefined ? null : withoutTrailingSlashes(requestedUrl);
  const key = option ?? outside.apiKey;
  if (key !== undefined) return { url, key, profile: null, problem: null };
  const profiles = readProfiles(environment);
  const name = profileName ?? environment.profile ?? profiles.current;
  if (name === null) return { url, key: null, profile: null, problem: null };
  const profile = profileOf(profiles, name);
  if (url === null || url === profile.url) {
    return { url: profile.url, key: profile.key, profile: name, problem: null };
  }
  return { url, key: null, profile: null, problem: `The profile ${name} is for ${profile.url}` };
}
