import { connectApi } from '../api.ts';
import { command } from '../command.ts';
import { API_ARGS, isStackId } from '../input.ts';
import { openBrowser } from '../login/browser.ts';
import { accessOf } from '../profiles/access.ts';
import { stackIdOf } from '../stackRef.ts';

/** Pages by the names that people type, with their paths. */
const PAGES: Readonly<Record<string, string>> = {
  home: '',
  stacks: '/stacks',
  marketplace: '/marketplace',
  registry: '/registry',
  import: '/import',
  playground: '/playground',
  activity: '/activity',
  jobs: '/jobs',
  inbox: '/inbox',
  alerts: '/inbox/alerts',
  approvals: '/inbox/approvals',
  reviews: '/inbox/reviews',
  rules: '/rules',
  audit: '/audit',
  keys: '/keys',
  people: '/people',
  settings: '/settings',
  account: '/settings',
  docs: '/docs',
  reference: '/reference',
};

/** `toolyard open`: the dashboard in the browser. */
export const open = command({
  description: 'Print the URL of a dashboard page, and open it in the browser',
  examples: ['toolyard open', 'toolyard open activity', 'toolyard open "My stack"'],
  args: {
    page: {
      type: 'positional',
      required: false,
      description: `Stack id or exact name, or one of ${Object.keys(PAGES).join(', ')} (default: home)`,
    },
    ...API_ARGS,
  },
  async run({ page = 'home', ...args }, run) {
    const base = accessOf(args, run.environment).url ?? run.environment.listenUrl;
    const known = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
    const path = known ?? `/stacks/${isStackId(page) ? page : await stackIdOf(connectApi(args, run), page)}`;
    const url = `${base}${path}`;
    // With `--json`, a script wants the address, not a browser.
    const isOpened = run.ask !== null && !run.isJson && openBrowser(url, run.environment);
    return { json: { url, is_opened: isOpened }, text: url };
  },
});
