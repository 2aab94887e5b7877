import { command, group, loaded } from '../command.ts';
import { table } from '../output.ts';
import { profileOf, readProfiles, withoutProfile, writeProfiles } from '../profiles/profiles.ts';
import { profileJson } from './login.ts';

const NAME_ARG = { type: 'positional', required: true, description: 'Name of the profile' } as const;

const list = command({
  description: 'List the profiles that this computer is signed in with',
  examples: ['toolyard profile list', 'toolyard profile list --json'],
  async run(_args, { environment }) {
    const { current, profiles } = readProfiles(environment);
    const all = Object.entries(profiles);
    const rows = all.map(([name, { url, account, role, expiresAt }]) => [
      name,
      name === current ? 'current' : '',
      url,
      account,
      role,
      expiresAt ?? 'never',
    ]);
    return {
      json: all.map(([name, profile]) => profileJson(name, profile, name === current)),
      text: table(['PROFILE', '', 'SERVER', 'ACCOUNT', 'ROLE', 'UNTIL'], rows, 'No profiles: toolyard login makes one'),
    };
  },
});

const use = command({
  description: 'Choose the profile that commands use',
  examples: ['toolyard profile use work'],
  args: { name: NAME_ARG },
  async run({ name }, { environment }) {
    const all = readProfiles(environment);
    const profile = profileOf(all, name);
    await writeProfiles(environment, { ...all, current: name });
    return {
      json: profileJson(name, profile, true),
      text: `Commands use the profile ${name} now: ${profile.account} at ${profile.url}`,
    };
  },
});

const remove = command({
  description: 'Forget a profile here, without asking the server; toolyard logout ends its key, too',
  examples: ['toolyard profile remove work --yes'],
  args: { name: NAME_ARG },
  confirm: ({ name }) => `Forget the profile ${name}, whose key goes on working?`,
  async run({ name }, { environment }) {
    const all = readProfiles(environment);
    const { keyId } = profileOf(all, name);
    await writeProfiles(environment, withoutProfile(all, name));
    return {
      json: { profile: name, key_id: keyId },
      text: `The profile ${name} is forgotten. Its key ${keyId} works until it is revoked or expires`,
    };
  },
});

/** `toolyard profile`: logins by name. */
export const profile = group({
  description: 'Logins of this computer, by name: which server, and whose API key',
  examples: ['toolyard profile list', 'toolyard profile use work', 'toolyard stack list --profile work'],
  commands: loaded({ list, use, remove }),
});
