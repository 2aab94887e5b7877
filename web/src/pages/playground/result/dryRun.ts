import { isRecord } from '../../../api/isRecord.ts';

export type DryRun = {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** Why the call would be refused; null if it would be sent. */
  readonly message: string | null;
  readonly missingCredentials: readonly string[];
  /** The request as HTTP text, with masked secrets; null if none would be sent. */
  readonly request: string | null;
};

const DECISIONS = ['allow', 'ask', 'deny'] as const;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses the result of a dry run; null for anything else. */
export function dryRunIn(result: unknown): DryRun | null {
  if (!isRecord(result)) return null;
  const { message, missing_credentials: missing, request } = result;
  const decision = DECISIONS.find((each) => each === result['decision']);
  if (decision === undefined) return null;
  return {
    decision,
    message: isText(message) ? message : null,
    missingCredentials: Array.isArray(missing) ? missing.filter(isText) : [],
    request: isRecord(request) ? httpText(request) : null,
  };
}

function httpText({ method, url, headers, body }: Record<string, unknown>): string {
  const lines = Object.entries(isRecord(headers) ? headers : {}).map(([name, value]) => `${name}: ${value}`);
  // A program has neither a method nor a URL.
  const head = [[method, url].filter(isText).join(' '), ...lines].join('\n');
  return `${head}\n\n${isText(body) ? body : ''}`.trim();
}
