/** The operator's settings for running pods. */
export type KubernetesSettings = {
  /** The path of a kubeconfig; null: the account of the pod that the service runs in. */
  readonly configPath: string | null;
  readonly namespace: string;
  /** The service's image, or one based on it: the programs, Node and the launcher must have the same paths. */
  readonly image: string;
  readonly runtimeClass: string | null;
  /** The address at which pods reach this instance; null: programs with `network: egress` do not start. */
  readonly proxyIp: string | null;
};

/** Limits of a single pod, and the maximum number of pods per account across all instances. */
export type PodLimits = {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly podsMax: number;
  /** The setting that determines the number of pods. */
  readonly setting: string;
};
