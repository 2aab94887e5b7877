/** The launch specification of a program in a pod: the launcher's first line, as JSON. */
export type PodLaunch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The launcher exits after this much silence. */
  readonly silenceMs: number;
  /** The service's address for the pod's outgoing connections; null without a network. */
  readonly proxy: { readonly host: string; readonly port: number; readonly token: string } | null;
};

/** Heartbeat byte from the service. The program never receives it, since it cannot occur in JSON. */
export const PRESENCE = 0;
/** Interval between heartbeats. */
export const PRESENCE_MS = 15_000;
/** Time without a heartbeat after which the launcher exits. Several intervals long, because a heartbeat may be late. */
export const SILENCE_MS = 60_000;
