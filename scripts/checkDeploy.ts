/**
 * Checks `deploy/` with `promtool` (Debian's `prometheus`): rules, dashboard queries, and the alerts of each situation.
 * Checks the Compose file and the rendered chart against their schemas, and the Dockerfile with a linter. Run it with
 * `npm run check:deploy`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHART, checkChart, checkPods } from './deploy/chart.ts';
import { dashboardQueries, RULES_FILE, readAlerts } from './deploy/files.ts';
import { COMPOSE_FILE, checkCompose, checkDockerfile } from './deploy/images.ts';
import { EVALUATED_AT, HEALTHY, INTERVAL, SITUATIONS, type Situation } from './deploy/situations.ts';

/** @throws with promtool's message if the check fails */
function promtool(...args: readonly string[]): void {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  if (error) throw new Error('promtool is missing: apt-get install --no-install-recommends prometheus');
  if (status !== 0) throw new Error(`promtool ${args.slice(0, 2).join(' ')}:\n${stdout}${stderr}`);
}

const toTest = ({ name, series, fires }: Situation) => ({
  name,
  interval: INTERVAL,
  input_series: Object.entries({ ...HEALTHY, ...series }).flatMap(([key, values]) =>
    values === null ? [] : [{ series: key, values }],
  ),
  promql_expr_test: [
    {
      expr: 'max by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: EVALUATED_AT,
      exp_samples: fires.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    },
  ],
});

const directory = mkdtempSync(join(tmpdir(), 'toolyard-deploy-'));
/** JSON is valid YAML. */
const put = (name: string, content: unknown): string => {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

checkDockerfile();
console.log('The Dockerfile has nothing that a linter finds');
checkCompose();
console.log(`${COMPOSE_FILE} fits the schema of the Compose specification`);
for (const [name, count] of Object.entries(await checkChart())) {
  console.log(`${CHART} with ${name}: ${count} objects fit their schemas`);
}

console.log(`${await checkPods()} kinds of pods for programs fit their schema`);

try {
  const alerts = readAlerts();
  promtool('check', 'rules', RULES_FILE);
  console.log(`${alerts.length} alerts can be read`);

  const tests = SITUATIONS.map(toTest);
  promtool(
    'test',
    'rules',
    put('tests.json', { rule_files: [resolve(RULES_FILE)], evaluation_interval: INTERVAL, tests }),
  );
  const fired = new Set(SITUATIONS.flatMap(({ fires }) => fires));
  const untried = alerts.filter(({ alert }) => !fired.has(alert));
  if (untried.length > 0) throw new Error(`No situation for ${untried.map(({ alert }) => alert).join(', ')}`);
  console.log(`${SITUATIONS.length} situations: in each, exactly the alerts that it names fire`);

  const queries = dashboardQueries();
  const asRules = queries.map(({ expr }, at) => ({ record: `query:${at}`, expr }));
  promtool('check', 'rules', put('queries.json', { groups: [{ name: 'dashboard', rules: asRules }] }));
  console.log(`${queries.length} queries of the dashboard can be read`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
