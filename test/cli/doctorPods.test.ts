import { expect, it } from 'vitest';
import { checkSandbox } from '../../src/cli/doctor/surroundings.ts';
import { readConfig } from '../../src/config/config.ts';
import { openCluster } from '../connectors/kubernetes/kit.ts';
import { refusal, type StandIn } from '../connectors/kubernetes/standIn.ts';

const configOf = ({ settings }: StandIn) =>
  readConfig({
    TOOLYARD_PROGRAMS: 'kubernetes',
    TOOLYARD_KUBERNETES_NAMESPACE: settings.namespace,
    TOOLYARD_KUBERNETES_IMAGE: settings.image,
    TOOLYARD_KUBERNETES_CONFIG: settings.configPath,
    TOOLYARD_KUBERNETES_PROXY_IP: '10.0.0.1',
  });

const asItIs = () => undefined;
const CASES: readonly (readonly [string, (cluster: StandIn) => void, object])[] = [
  ['all is there', asItIs, { state: 'ok', message: 'programs run in pods of the namespace programs' }],
  [
    'the rights are missing',
    ({ state }) => {
      state.fault = (line) =>
        line.startsWith('POST') ? { status: 403, body: refusal(403, 'cannot create pods') } : null;
    },
    { state: 'fail', message: 'the cluster refuses to create pods: cannot create pods' },
  ],
  [
    'no policy restricts the network',
    ({ state }) => {
      state.policy = null;
    },
    { state: 'fail', todo: 'Make the NetworkPolicy toolyard-programs, with the chart' },
  ],
];

it.each(CASES)('doctor checks the Kubernetes cluster and creates nothing: %s', async (_name, prepare, finding) => {
  const { cluster } = await openCluster();
  prepare(cluster);
  expect(await checkSandbox(configOf(cluster))).toMatchObject({ check: 'sandbox', ...finding });
  expect(cluster.pods.size).toBe(0);
});
