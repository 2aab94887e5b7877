import { z } from 'zod';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const labelName = z
  .string()
  .regex(/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/);
const labelValue = z.string().regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/);
const amount = z.string().regex(/^\d+(m|Ki|Mi|Gi)?$/);
const amounts = z.strictObject({ cpu: amount, memory: amount, 'ephemeral-storage': amount });
const path = z.string().startsWith('/');

/**
 * An API server's checks of a pod, plus the Pod Security Standard `restricted`. Any other pod would share something of
 * the node, or run as another user.
 */
const safePod = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Pod'),
  metadata: z.strictObject({ name, namespace: name, labels: z.record(labelName, labelValue) }),
  spec: z.strictObject({
    runtimeClassName: name.optional(),
    restartPolicy: z.literal('Never'),
    activeDeadlineSeconds: z.number().int().positive(),
    terminationGracePeriodSeconds: z.number().int().positive(),
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    dnsPolicy: z.literal('None'),
    dnsConfig: z.strictObject({ nameservers: z.array(z.ipv4()).min(1) }),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.number().min(1),
      runAsGroup: z.number().min(1),
      fsGroup: z.number().min(1),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.tuple([
      z.strictObject({
        name,
        image: z.string().min(1),
        command: z.array(z.string()).min(1),
        workingDir: path,
        securityContext: z.strictObject({
          allowPrivilegeEscalation: z.literal(false),
          readOnlyRootFilesystem: z.literal(true),
          capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
        }),
        resources: z.strictObject({ requests: amounts, limits: amounts }),
        volumeMounts: z.array(z.strictObject({ name: z.enum(['scratch', 'tmp']), mountPath: path })),
      }),
    ]),
    volumes: z.array(
      z.strictObject({ name, emptyDir: z.strictObject({ sizeLimit: amount, medium: z.literal('Memory').optional() }) }),
    ),
  }),
});

/**
 * Problems of a pod that a client sent. `npm run check:deploy` checks the same pods against the schemas of Kubernetes.
 */
export const podProblems = (pod: unknown): readonly string[] =>
  (safePod.safeParse(pod).error?.issues ?? []).map(({ path: at, message }) => `${at.join('.')}: ${message}`);
