/** Launch specification of a pod: the first line that the launcher receives, as JSON. */
export type PodLaunch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Exits after this much silence. */
  readonly silenceMs: number;
  /** Where the service accepts connections that leave the pod; null without a network. */
  readonly proxy: { readonly host: string; readonly port: number; readonly token: string } | null;
};

/** Heartbeat byte from the service. The program never receives it, since it cannot occur in JSON. */
export const PRESENCE = 0;
/** How often. */
export const PRESENCE_MS = 15_000;
/** Several beats: one of them may be late. */
export const SILENCE_MS = 60_000;
