import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownServer, toolCall } from '../stdio/stdioKit.ts';
import { openCluster } from './kit.ts';

const TEMPLATE = 'deploy/helm/toolyard/templates/programs.yaml';
const VERBS: Readonly<Record<string, string>> = { POST: 'create', GET: 'get', DELETE: 'delete' };

/** The right that a request needs, as a Role names it; a list request names no object. */
function rightFor(line: string): string {
  const [method = '', address = ''] = line.split(' ');
  const [, resource = '', name, below] =
    /\/namespaces\/[^/]+\/([^/?]+)(?:\/([^/?]+))?(?:\/([^/?]+))?/.exec(address) ?? [];
  const verb = method === 'GET' && name === undefined ? 'list' : VERBS[method];
  return `${below === undefined ? resource : `${resource}/${below}`} ${verb}`;
}

it('the chart grants exactly the rights that running programs needs', async () => {
  const { cluster, instance } = await openCluster();
  const own = instance();
  await own.text(toolCall(ownServer('faultyServer'), 'pid'));
  await own.close();
  const used = new Set(cluster.requests.map(({ line }) => rightFor(line)));
  const rules = readFileSync(TEMPLATE, 'utf8').matchAll(
    /resources: \[([^\]]+)\]\n(?: +resourceNames: .*\n)? +verbs: \[([^\]]+)\]/g,
  );
  const granted = [...rules].flatMap(([, resource, verbs = '']) =>
    verbs.split(', ').map((verb) => `${resource} ${verb}`),
  );
  // Newer clusters require `create` in addition to `get`.
  expect(granted.toSorted()).toEqual([...used, 'pods/exec create'].toSorted());
});
