/** The parts of Kubernetes objects that the service writes or reads, in their JSON form. */
export type Pod = {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: Metadata;
  readonly spec?: PodSpec;
  status?: PodStatus;
};

type Metadata = {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** RFC 3339. */
  creationTimestamp?: string;
  /** RFC 3339; set once the object is being removed. */
  deletionTimestamp?: string;
};

type PodSpec = {
  readonly containers: readonly { readonly workingDir?: string; readonly command?: readonly string[] }[];
  readonly [field: string]: unknown;
};

type PodStatus = {
  readonly phase?: string;
  readonly reason?: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  readonly containerStatuses?: readonly { readonly name: string; readonly state?: ContainerState }[];
};

/** A container is waiting, running or terminated. */
export type ContainerState = {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: { readonly exitCode: number; readonly reason?: string };
};

/** One page; `continue` is empty or absent on the last one. */
export type PodList = { readonly items: readonly Pod[]; readonly metadata?: { readonly continue?: string } };

/** A policy (networking.k8s.io/v1) with unparsed rules: only their presence matters. */
export type NetworkPolicy = {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: Metadata;
  readonly spec?: {
    readonly podSelector?: {
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly object[];
    };
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly object[];
    readonly egress?: readonly object[];
  };
};
