import { command, group, loaded } from '../command.ts';
import { table } from '../output.ts';
import { profileOf, readProfiles, withoutProfile, writeProfiles } from '../profiles/profiles.ts';
import { profileJson } from './login.ts';

const NAME_ARG = { type: 'positional', required: true, description: 'Name of the profile' } as const;

const list = command({
  description: 'List the profiles on this computer',
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
      text: table(
        ['PROFILE', '', 'SERVER', 'ACCOUNT', 'ROLE', 'UNTIL'],
        rows,
        'No profiles. Create one: toolyard login',
      ),
    };
  },
});

const use = command({
  description: 'Set the current profile',
  examples: ['toolyard profile use work'],
  args: { name: NAME_ARG },
  async run({ name }, { environment }) {
    const all = readProfiles(environment);
    const profile = profileOf(all, name);
    await writeProfiles(environment, { ...all, current: name });
    return {
      json: profileJson(name, profile, true),
      text: `Switched to profile ${name}: ${profile.account} at ${profile.url}`,
    };
  },
});

const remove = command({
  description: 'Delete a profile from this computer; toolyard logout also revokes its key',
  examples: ['toolyard profile remove work --yes'],
  args: { name: NAME_ARG },
  confirm: ({ name }) => `Delete the profile ${name} without revoking its key?`,
  async run({ name }, { environment }) {
    const all = readProfiles(environment);
    const { keyId } = profileOf(all, name);
    await writeProfiles(environment, withoutProfile(all, name));
    return {
      json: { profile: name, key_id: keyId },
      text: `Deleted profile ${name}. Its key ${keyId} stays valid until it expires or you revoke it`,
    };
  },
});

/** `toolyard profile`: logins by name. */
export const profile = group({
  description: 'Saved logins of this computer: server and API key',
  examples: ['toolyard profile list', 'toolyard profile use work', 'toolyard stack list --profile work'],
  commands: loaded({ list, use, remove }),
});
