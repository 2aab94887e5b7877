import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { roleNames } from '../../core/kernel/roles.ts';
import { isThisMachine } from '../../core/lib/loopback.ts';
import { sha256Text } from '../../core/lib/sha256.ts';
import { NAME_LENGTH_MAX } from '../../core/lib/text.ts';
import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command, type Run } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { wholeNumber } from '../input.ts';
import { openBrowser } from '../login/browser.ts';
import { listenForCallback } from '../login/callback.ts';
import { exchangeLoginCode, pageUrl, type RequestedKey } from '../login/exchange.ts';
import { RevokeApiKeyDocument } from '../operations/keys.ts';
import { fields } from '../output.ts';
import {
  freeName,
  type Profile,
  type Profiles,
  profileOf,
  readProfiles,
  requireProfileName,
  requireRoomFor,
  withoutProfile,
  writeProfiles,
} from '../profiles/profiles.ts';

const WAIT_MS = 10 * 60_000;

/** `toolyard login`: a personal API key, approved in the browser and stored in a profile. */
export const login = command({
  description: 'Sign in with the browser and save an API key in a profile',
  examples: [
    'toolyard login',
    'toolyard login --url https://tools.example.com --profile work',
    'toolyard login --role admin --expires-days 7 --no-browser',
  ],
  args: {
    url: {
      type: 'string',
      description: 'URL of the server (default: TOOLYARD_URL, the profile’s, or the local server)',
    },
    profile: {
      type: 'string',
      valueHint: 'NAME',
      description: 'Profile to save it in (default: named after the server)',
    },
    name: { type: 'string', description: 'Name of the key (default: toolyard on this computer’s name)' },
    role: { type: 'enum', options: roleNames, valueHint: 'ROLE', description: 'Role to request (default: developer)' },
    'expires-days': {
      type: 'string',
      valueHint: 'N',
      description: 'Lifetime to request in days, 1 to 365 (default: 90)',
    },
    'no-browser': { type: 'boolean', description: 'Print the sign-in URL instead of opening it' },
  },
  async run(args, run) {
    const days = args['expires-days'];
    const requested: RequestedKey = {
      name: args.name ?? `toolyard on ${hostname()}`.slice(0, NAME_LENGTH_MAX),
      role: args.role,
      days: days === undefined ? undefined : wholeNumber(days, 'expires-days'),
    };
    const before = readProfiles(run.environment);
    const url = addressOf(args, run, before);
    const name = requireProfileName(args.profile ?? run.environment.profile ?? freeName(before, url));
    await requireRoomFor(run.environment, name);
    const { email, profile } = await signIn(url, requested, args['no-browser'] !== true, run);
    const old = Object.hasOwn(before.profiles, name) ? before.profiles[name] : undefined;
    await saveProfile(name, profile, run);
    // Revokes the key that the new one replaces. If that fails, the old key still expires.
    if (old) await revoke(old, run).catch(() => undefined);
    const warnings = run.environment.apiKey === undefined ? [] : ['TOOLYARD_API_KEY is set and overrides the profile'];
    const who = `Signed in as ${email} in the account ${profile.account}.`;
    const { account, role, expiresAt } = profile;
    const about = fields({ Profile: name, Server: profile.url, Account: account, Role: role, Until: expiresAt });
    return { json: profileJson(name, profile, true), text: `${who}\n\n${about}`, warnings };
  },
});

type LoginTarget = { readonly url: string | undefined; readonly profile: string | undefined };

/** @throws CliError usage */
function addressOf({ url, profile }: LoginTarget, { environment }: Run, { profiles, current }: Profiles): string {
  const named = profile ?? environment.profile ?? current ?? '';
  const known = Object.hasOwn(profiles, named) ? profiles[named]?.url : undefined;
  const baseUrl = withoutTrailingSlashes(url ?? environment.url ?? known ?? environment.listenUrl);
  const parsed = URL.parse(baseUrl);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '') {
    throw usageError('The address of the server must be an http or https URL, such as http://127.0.0.1:4000');
  }
  if (parsed.protocol === 'https:' || isThisMachine(parsed.hostname)) return baseUrl;
  throw usageError('The URL of a remote server must start with https, to protect the key in transit');
}

/**
 * The new login, and the person who approved it. Their e-mail address is shown, because anyone who sees the address of
 * the sign-in page can approve it with their own account.
 */
type SignedIn = { readonly email: string; readonly profile: Profile };

async function signIn(url: string, requested: RequestedKey, mayOpen: boolean, run: Run): Promise<SignedIn> {
  const tooLate = AbortSignal.timeout(WAIT_MS);
  const verifier = randomBytes(32).toString('base64url');
  const challenge = sha256Text(verifier, 'base64url');
  const attempt = { state: randomBytes(16).toString('base64url'), verifier, challenge };
  const callback = await listenForCallback(
    { state: attempt.state, server: url },
    AbortSignal.any([run.signal, tooLate]),
  );
  try {
    const page = pageUrl(url, callback.redirectUri, attempt, requested);
    const isOpened = mayOpen && openBrowser(page, run.environment);
    run.notice(`${isOpened ? 'Opening your browser' : 'Open in a browser on this computer'}:\n${page}`);
    const code = await callback.code().catch((error: unknown) => {
      throw tooLate.aborted ? new CliError('unauthenticated', 'The sign-in timed out after ten minutes') : error;
    });
    const credentials = await exchangeLoginCode(
      url,
      { code, redirectUri: callback.redirectUri, verifier: attempt.verifier },
      run.signal,
    );
    const { access_token: key, key_id: keyId, role, expires_at: expiresAt, account_name: account } = credentials;
    return { email: credentials.email, profile: { url, key, keyId, account, role, expiresAt } };
  } finally {
    callback.close();
  }
}

/** Saves a new login, or revokes its key if that fails. @throws CliError */
async function saveProfile(name: string, profile: Profile, run: Run): Promise<void> {
  try {
    const { profiles } = readProfiles(run.environment);
    await writeProfiles(run.environment, { current: name, profiles: { ...profiles, [name]: profile } });
  } catch (error) {
    await revoke(profile, run).catch(() => run.notice(`The new key ${profile.keyId} is still valid: revoke it`));
    throw error;
  }
}

/** Revokes the key of a profile, using the key itself. @throws CliError */
async function revoke({ url, key, keyId }: Profile, run: Run): Promise<void> {
  const api = connectApi({ url, 'api-key': key, profile: undefined }, run);
  payloadOf((await api(RevokeApiKeyDocument, { input: { apiKeyId: keyId } })).revokeApiKey);
}

/** `toolyard logout`: revokes the key of a profile and removes the profile. */
export const logout = command({
  description: 'Revoke a profile’s API key and delete the profile',
  examples: ['toolyard logout', 'toolyard logout --profile work'],
  args: { profile: { type: 'string', valueHint: 'NAME', description: 'Profile name (default: the current profile)' } },
  async run(args, run) {
    const profiles = readProfiles(run.environment);
    const name = args.profile ?? run.environment.profile ?? profiles.current;
    if (name === null) throw new CliError('not_found', 'You are not signed in: there is no current profile');
    const profile = profileOf(profiles, name);
    await revoke(profile, run).catch((error: unknown) => {
      // The key has already expired or been revoked.
      if (error instanceof CliError && error.code === 'unauthenticated') return;
      if (!(error instanceof CliError)) throw error;
      const hint = `${error.message}\nThe key is still valid. toolyard profile remove ${name} deletes only the local profile`;
      throw new CliError(error.code, hint, error);
    });
    await writeProfiles(run.environment, withoutProfile(readProfiles(run.environment), name));
    return {
      json: { profile: name, key_id: profile.keyId },
      text: `Signed out of ${profile.account} at ${profile.url}. Revoked the key of profile ${name}`,
    };
  },
});

export const profileJson = (name: string, { url, account, role, keyId, expiresAt }: Profile, isCurrent: boolean) => ({
  profile: name,
  is_current: isCurrent,
  url,
  account,
  role,
  key_id: keyId,
  expires_at: expiresAt,
});
