import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../core/lib/json.ts';
import { writeClientFile } from '../clients/file.ts';
import type { Environment } from '../env.ts';
import { CliError, usageError } from '../exit.ts';

const profileSchema = z.object({
  /** The server's address, without a trailing slash. The key is sent nowhere else. */
  url: z.string(),
  key: z.string(),
  keyId: z.string(),
  account: z.string(),
  role: z.string(),
  /** ISO 8601; null for never. */
  expiresAt: z.string().nullable(),
});
const fileSchema = z.object({ current: z.string().nullable(), profiles: z.record(z.string(), profileSchema) });

/** One login: a server, and a person's API key for this command line. */
export type Profile = z.infer<typeof profileSchema>;

/** This user's logins by name, and the default one. */
export type Profiles = z.infer<typeof fileSchema>;

const DEFAULT_PROFILE = 'default';

const NONE: Profiles = { current: null, profiles: {} };

/** Maximum logins in the file. */
const PROFILES_MAX = 100;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** @throws CliError usage */
export function requireProfileName(name: string): string {
  if (NAME.test(name) && name !== '__proto__') return name;
  throw usageError('A profile name must be 1 to 64 letters, digits, dots, dashes or underscores');
}

/** The profile for that address; `default` if it's free, otherwise an unused name derived from the host. */
export function freeName({ profiles }: Profiles, url: string): string {
  const [known] = Object.entries(profiles).find(([, profile]) => profile.url === url) ?? [];
  if (known !== undefined) return known;
  const isFree = (name: string): boolean => !Object.hasOwn(profiles, name);
  if (isFree(DEFAULT_PROFILE)) return DEFAULT_PROFILE;
  // Leaves room for a number. An address such as [::] has no usable characters.
  const host =
    new URL(url).host
      .replace(/[^\w.-]/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 60) || 'server';
  for (let name = host, next = 2; ; name = `${host}-${next++}`) if (isFree(name)) return name;
}

/** The file of profiles; null without a configuration directory, as for some services. */
const profilesFile = ({ configDir }: Environment): string | null =>
  configDir === null ? null : join(configDir, 'toolyard', 'profiles.json');

/** @throws CliError invalid_config when the file is not a profiles file, or when others may read its keys */
export function readProfiles(environment: Environment): Profiles {
  const path = profilesFile(environment);
  if (path === null) return NONE;
  let bytes: Buffer;
  try {
    // Windows has no file modes; a user's directory is private there.
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new CliError('invalid_config', `Other users can read the keys in ${path}. Run: chmod 600 ${path}`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NONE;
    throw new CliError('invalid_config', `The file ${path} cannot be read`, error);
  }
  const parsed = fileSchema.safeParse(readJson(bytes));
  if (!parsed.success) throw new CliError('invalid_config', `The file ${path} is not a valid profile file: remove it`);
  return parsed.data;
}

/**
 * Checks that a profile with that name can be stored, by rewriting the file. Otherwise, a new key could be requested
 * and lost.
 * @throws CliError
 */
export async function requireRoomFor(environment: Environment, name: string): Promise<void> {
  const now = readProfiles(environment);
  requireCapacity({ ...now.profiles, [name]: null });
  await writeProfiles(environment, now);
}

/** @throws CliError invalid_input */
function requireCapacity(profiles: Readonly<Record<string, unknown>>): void {
  if (Object.keys(profiles).length <= PROFILES_MAX) return;
  throw new CliError('invalid_input', `The limit of ${PROFILES_MAX} profiles is reached: remove one first`);
}

/** Writes the file in one step, with mode 0600. @throws CliError */
export async function writeProfiles(environment: Environment, profiles: Profiles): Promise<void> {
  const path = profilesFile(environment);
  if (path === null) throw new CliError('invalid_config', 'No directory for profiles: set HOME');
  requireCapacity(profiles.profiles);
  await writeClientFile(path, profiles, 0o600, 0o700);
}

/**
 * The profile with that name.
 * @throws CliError not_found
 */
export function profileOf({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  throw new CliError('not_found', `Profile ${name} not found. List profiles: toolyard profile list`);
}

/** All profiles except the named one. If that was the current profile, none is current afterwards. */
export const withoutProfile = ({ current, profiles }: Profiles, name: string): Profiles => ({
  current: current === name ? null : current,
  profiles: Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name)),
});
