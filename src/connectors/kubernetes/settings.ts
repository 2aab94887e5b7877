/** Where pods run, as the operator has it. */
export type KubernetesSettings = {
  /** The path of a kubeconfig; null: the account of the pod that the service runs in. */
  readonly configPath: string | null;
  readonly namespace: string;
  /** The image of the service, or one made from it: the programs, Node and the launcher are at the same paths. */
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
  /** The setting that the number follows from. */
  readonly setting: string;
};
