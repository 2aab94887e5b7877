import type { EffectiveSetting } from '../../config/config.ts';
import { parseHostList } from '../../store/hostList.ts';
import { command, group } from '../command.ts';
import { table } from '../output.ts';

const print = command({
  description: 'Print every setting with its effective value and source. Secrets are masked',
  examples: ['toolyard config print', 'toolyard config print --json'],
  async run(_args, { environment }) {
    const settings = environment.settings().map(({ name, value, source, isSecret }) => ({
      name,
      value: isSecret ? masked(value) : value,
      source: source.from,
      ...('path' in source && { path: source.path }),
    }));
    const rows = settings.map(({ name, value, source, path }) => {
      const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return [name, isUnset(value) ? null : shown, path ? `${source} ${path}` : source];
    });
    return { json: settings, text: table(['setting', 'value', 'source'], rows, '') };
  },
});

const isUnset = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Shows a secret's target without its user, password and query. */
function masked(value: EffectiveSetting['value']): string | null {
  if (isUnset(value)) return null;
  const { hosts, urls } = parseHostList(String(value));
  const [first] = urls;
  return !first || first.host === '' ? '***' : `${first.protocol}//***@${hosts || first.host}${first.pathname}`;
}

/** The configuration of this installation. */
export const config = group({
  description: 'The settings of this installation',
  examples: ['toolyard config print'],
  commands: {
    print: { description: print.description, load: async () => print },
  },
});
