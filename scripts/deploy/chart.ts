import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';
import { isClosing, POLICY_NAME } from '../../src/connectors/kubernetes/networkPolicy.ts';
import { podName, podOf } from '../../src/connectors/kubernetes/podSpec.ts';
import { podLimits } from '../../src/connectors/kubernetes/pods.ts';
import { DEFAULT_TOTALS } from '../../src/connectors/stdio/accountTotals.ts';

export const CHART = 'deploy/helm/toolyard';
/** Values files, and checks of their rendered output. */
const RENDERINGS: Readonly<Record<string, readonly string[]>> = {
  'only what is needed': ['scripts/deploy/least-values.yaml'],
  everything: ['scripts/deploy/all-values.yaml'],
};
const PACKAGES = [
  { group: /^monitoring\.coreos\.com\//, name: '@kubernetes-models/prometheus-operator' },
  { group: /^/, name: 'kubernetes-models' },
];

const object = z.looseObject({ apiVersion: z.string(), kind: z.string() });
const modelSchema = z.custom<new (data: unknown) => { validate(): void }>((value) => typeof value === 'function');
/** An environment variable. Its value may be the pod's address. */
const variable = z.object({ name: z.string(), value: z.string().default('10.0.0.1') });
const deployment = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(z.object({ env: z.array(variable) })),
      }),
    }),
  }),
});

/** @throws if Go or the Debian packages are missing, or if a template fails to render */
function render(values: readonly string[]): readonly z.output<typeof object>[] {
  const { error, status, stdout, stderr } = spawnSync('go', ['run', 'scripts/deploy/render.go', CHART, ...values], {
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
  });
  if (error) {
    throw new Error(
      'Go is missing: apt-get install --no-install-recommends golang-go golang-github-masterminds-sprig-dev',
    );
  }
  if (status !== 0) throw new Error(`${CHART}: ${stderr}`);
  return parseAllDocuments(stdout).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${CHART}: ${document.errors.join('\n')}`);
    const content: unknown = document.toJS();
    return content === null ? [] : [object.parse(content)];
  });
}

/** Checks that the chart's schema contains every value and refuses a mistyped one. @throws */
function checkValues(values: readonly string[]): void {
  const matches = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')));
  const files = [`${CHART}/values.yaml`, ...values].map((path) => parse(readFileSync(path, 'utf8')));
  const all: Record<string, unknown> = Object.assign({}, ...files);
  if (!matches(all)) throw new Error(`${CHART}/values.schema.json: ${JSON.stringify(matches.errors)}`);
  if (matches({ ...all, replica: 3 })) throw new Error(`${CHART}/values.schema.json takes unknown values`);
}

/** @throws with the members that an object's schema doesn't allow */
async function check(resource: z.output<typeof object>): Promise<void> {
  const { name } = PACKAGES.find(({ group }) => group.test(resource.apiVersion)) ?? { name: 'kubernetes-models' };
  const at = resolve(`scripts/deploy/node_modules/${name}/${resource.apiVersion}/${resource.kind}.js`);
  const models = z.record(z.string(), z.unknown()).parse({ ...(await import(pathToFileURL(at).href)) });
  const Model = modelSchema.parse(models[resource.kind]);
  try {
    new Model(resource).validate();
  } catch (error) {
    throw new Error(`${CHART}: ${resource.kind}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The service must start with this environment and its secrets. */
function checkEnvironment(resource: z.output<typeof object>): void {
  if (resource.kind !== 'Deployment') return;
  const variables = deployment.parse(resource).spec.template.spec.containers.flatMap(({ env }) => env);
  const secrets = {
    DATABASE_URL: 'postgresql://postgres/toolyard',
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('hex'),
  };
  const known = readFileSync('.env.example', 'utf8');
  const unknown = variables.filter(({ name }) => !known.includes(`\n${name}=`));
  if (unknown.length > 0) throw new Error(`${CHART}: nobody reads ${unknown.map(({ name }) => name).join(', ')}`);
  readConfig({ ...Object.fromEntries(variables.map(({ name, value }) => [name, value])), ...secrets });
}

/** Checks the network policy that the service requires before it starts a program. */
function checkPolicy(resource: z.output<typeof object>): void {
  const policy = z
    .looseObject({ metadata: z.object({ name: z.string() }), spec: z.looseObject({}) })
    .safeParse(resource);
  if (resource.kind !== 'NetworkPolicy' || policy.data?.metadata.name !== POLICY_NAME) return;
  if (!isClosing(policy.data)) throw new Error(`${CHART}: ${POLICY_NAME} does not close the network of programs`);
}

/**
 * Checks the program pods that the service creates. No chart contains them.
 * @returns how many it checked
 */
export async function checkPods(): Promise<number> {
  const limits = podLimits(DEFAULT_TOTALS, 1);
  const settings = { configPath: null, namespace: 'programs', image: 'toolyard', proxyIp: null };
  const pods = (['none', 'egress'] as const).flatMap((network) =>
    [null, 'gvisor'].map((runtimeClass) => {
      const plan = { account: 'one', scratch: '/scratch/one', network };
      return podOf(podName('one', 0), plan, { ...settings, runtimeClass }, limits);
    }),
  );
  for (const pod of pods) await check(object.parse(pod));
  return pods.length;
}

/**
 * Renders the chart, and checks each object against the schemas of Kubernetes and the Prometheus operator.
 * @returns the number of objects per rendering; @throws with the problems
 */
export async function checkChart(): Promise<Readonly<Record<string, number>>> {
  const counted: Record<string, number> = {};
  for (const [name, values] of Object.entries(RENDERINGS)) {
    checkValues(values);
    const objects = render(values);
    for (const each of objects) {
      await check(each);
      checkEnvironment(each);
      checkPolicy(each);
    }
    counted[name] = objects.length;
  }
  return counted;
}
