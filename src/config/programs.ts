import { z } from 'zod';
import { parseNpmProxy } from '../connectors/egress/npmProxy.ts';
import type { KubernetesSettings } from '../connectors/kubernetes/settings.ts';
import { isWebAddress } from '../core/servers/webAddress.ts';
import { parsedBy } from './values.ts';

const DNS_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const dnsName = z.string().regex(DNS_NAME, 'must be a Kubernetes name: at most 63 lower-case letters, digits and -');
const KINDS = ['machine', 'kubernetes'] as const;

/** The variables for programs of stdio servers. */
export const PROGRAMS_VARIABLES = {
  TOOLYARD_PROGRAMS: z.enum(KINDS, `must be one of ${KINDS.join(', ')}`).default('machine'),
  // Programs get the address, so it can't contain a password.
  TOOLYARD_NPM_REGISTRY: parsedBy((text) => {
    const url = URL.parse(text);
    if (url === null || !isWebAddress(text) || url.search !== '' || url.hash !== '')
      throw new Error('must be an http or https address without user, query and fragment');
    return url.href;
  }).optional(),
  TOOLYARD_NPM_PROXY: parsedBy(parseNpmProxy).optional(),
  TOOLYARD_KUBERNETES_NAMESPACE: dnsName.optional(),
  TOOLYARD_KUBERNETES_IMAGE: z
    .string()
    .regex(/^\S{1,512}$/, 'must be the name of an image')
    .optional(),
  TOOLYARD_KUBERNETES_RUNTIME_CLASS: dnsName.optional(),
  TOOLYARD_KUBERNETES_PROXY_IP: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  TOOLYARD_KUBERNETES_CONFIG: z.string().optional(),
};

type Programs = z.output<z.ZodObject<typeof PROGRAMS_VARIABLES>>;

/** The settings for pods; null if programs run on this machine. */
export function kubernetesOf(env: Programs): KubernetesSettings | null {
  const { TOOLYARD_KUBERNETES_NAMESPACE: namespace, TOOLYARD_KUBERNETES_IMAGE: image } = env;
  if (env.TOOLYARD_PROGRAMS !== 'kubernetes' || namespace === undefined || image === undefined) return null;
  return {
    configPath: env.TOOLYARD_KUBERNETES_CONFIG ?? null,
    namespace,
    image,
    runtimeClass: env.TOOLYARD_KUBERNETES_RUNTIME_CLASS ?? null,
    proxyIp: env.TOOLYARD_KUBERNETES_PROXY_IP ?? null,
  };
}

/** Conflicts between these variables. */
export function programsProblems(env: Readonly<Partial<Record<keyof Programs, string>>>): readonly string[] {
  if (env.TOOLYARD_PROGRAMS !== 'kubernetes') {
    const names = Object.keys(env).filter((name) => name.startsWith('TOOLYARD_KUBERNETES_'));
    return names.map((name) => `${name}: only with TOOLYARD_PROGRAMS=kubernetes`);
  }
  const needed = ['TOOLYARD_KUBERNETES_NAMESPACE', 'TOOLYARD_KUBERNETES_IMAGE'] as const;
  return needed
    .filter((name) => env[name] === undefined)
    .map((name) => `${name}: needed with TOOLYARD_PROGRAMS=kubernetes`);
}
