import type { StackId } from '../kernel/ids.ts';
import { withoutHidden } from '../lib/hiddenText.ts';
import { isJsonObject } from '../lib/json.ts';
import { plural } from '../lib/text.ts';
import { type AlertKind, toAlertKind } from './kinds.ts';

type Details = Readonly<Record<string, unknown>>;

type AlertTexts = {
  /** One line, without hidden characters. */
  readonly title: string;
  /** The title once the alert is over. */
  readonly over: string;
  /** Path of its dashboard page. */
  readonly path: string;
};

const oneLine = (value: string): string => withoutHidden(value.replaceAll(/\s+/g, ' '));
const text = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const day = (value: unknown): string => text(value).slice(0, 'YYYY-MM-DD'.length);

const PROBLEMS: Readonly<Record<string, string>> = {
  moved: 'must be entered again because the server has changed',
  reconnect_required: 'has stopped renewing and needs a new sign-in',
  expiring: 'can’t renew automatically',
};

type Words = (details: Details, stackId: StackId | null) => AlertTexts;

const WORDS: Readonly<Record<AlertKind, Words>> = {
  failing_tool(details, stackId) {
    const [tool, stack] = [text(details['tool_id']), text(details['stack_name'])];
    const [calls, failures] = [number(details['calls']), number(details['failures'])];
    const share = calls > 0 ? ` (${Math.round((100 * failures) / calls)}%)` : '';
    return {
      title: `${tool} is failing in ${stack}: ${failures} of ${plural(calls, 'call')}${share}`,
      over: `${tool} is no longer failing in ${stack}`,
      path: `/activity?stack=${stackId ?? ''}&tool=${encodeURIComponent(tool)}`,
    };
  },
  credential(details, stackId) {
    const subject = `${text(details['field_name'])} of ${text(details['server_name'])} in ${text(details['stack_name'])}`;
    const problem = text(details['problem']);
    const ends = problem === 'expiring' ? ` and expires on ${day(details['expires_at'])}` : '';
    return {
      title: `${subject} ${PROBLEMS[problem] ?? 'has a problem'}${ends}`,
      over: `${subject} works again`,
      path: `/stacks/${stackId ?? ''}/credentials`,
    };
  },
  ending_token(details, stackId) {
    const subject = `The token ${text(details['name'])} of the endpoint ${text(details['endpoint_name'])}`;
    return {
      title: `${subject} in ${text(details['stack_name'])} expires on ${day(details['expires_at'])}`,
      over: `${subject} is no longer about to expire`,
      path: `/stacks/${stackId ?? ''}/connect`,
    };
  },
  ending_key(details) {
    const subject = `The API key ${text(details['name'])}`;
    return {
      title: `${subject} expires on ${day(details['expires_at'])}`,
      over: `${subject} is no longer about to expire`,
      path: '/keys',
    };
  },
  review(details) {
    const tools = number(details['tools']);
    const subject = [
      ...(tools > 0 ? [plural(tools, 'changed tool')] : []),
      ...(details['instructions'] === true ? ['changed instructions'] : []),
    ].join(' and ');
    const server = text(details['server_name']);
    return {
      title: `${subject} of ${server} ${tools > 1 || details['instructions'] === true ? 'need' : 'needs'} a review`,
      over: `${server} has no pending reviews`,
      path: '/inbox/reviews',
    };
  },
};

/** Kinds whose end is announced. Other kinds end when a user acts, or at a time that was already announced. */
export const RECOVERING_KINDS: readonly string[] = ['failing_tool', 'credential'] satisfies AlertKind[];

/** The parts of a stored alert used in its text. */
type WordedAlert = { readonly kind: string; readonly stackId: StackId | null; readonly details: unknown };

/** Text of an alert. For a kind from a newer version, the text only says that there is an alert. */
export function alertTexts({ kind, stackId, details }: WordedAlert): AlertTexts {
  const known = toAlertKind(kind);
  const members = isJsonObject(details) ? details : {};
  return known === null ? { title: oneLine(kind), over: oneLine(kind), path: '/' } : WORDS[known](members, stackId);
}
