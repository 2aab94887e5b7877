import { eventually } from '../../harness/eventually.ts';
import { type Place, request } from './flowKit.ts';

/** The rules as the documentation shows them. */
export const INSIDE_CRM = {
  name: 'CRM stays in CRM',
  effect: 'deny',
  condition: 'result.origin.server == "crm" && tool.server != "crm"',
};
export const NOTHING_CONFIDENTIAL = {
  name: 'Nothing confidential to Slack',
  effect: 'deny',
  servers: ['slack'],
  condition: 'result.label == "confidential"',
};

/** A caller's handles, by the data behind them. */
export type Handles = Readonly<Record<'crm' | 'hr' | 'clean' | 'derived' | 'report', string>>;
/** The parts of a result that tests read. */
type Answer = { readonly handle?: string | null; readonly file?: { readonly $file: string } };
type Call = (tool: string, input: object, more?: object) => Promise<Answer>;

async function handlesOf(call: Call): Promise<Handles> {
  const stored = async (tool: string, input: object = {}): Promise<string> => {
    let handle: string | null | undefined;
    // A result is cut without a handle while the database is slow.
    await eventually(`the result of ${tool} is stored`, async () => {
      ({ handle } = await call(tool, input, { max_bytes: 256 }));
      return typeof handle === 'string';
    });
    return handle ?? '';
  };
  const crm = await stored('crm_list');
  return {
    ...{ crm, hr: await stored('hr_list'), clean: await stored('clean_list') },
    // The result of a tool that got the result of another.
    derived: await stored('notes_echo', { any: { $result: crm } }),
    report: (await call('crm_report', {})).file?.$file ?? '',
  };
}

/** Calls with the account's key, and with a stack token. */
export function callsOf(place: Place): { readonly accountCall: Call; readonly agentCall: Call } {
  const resultOf = async (sending: ReturnType<typeof request>): Promise<Answer> => {
    const { body } = await sending;
    return Object(Object(body).result ?? body);
  };
  const accountCall: Call = (tool, input, more = {}) => {
    const url = `${place.url}/v1/stacks/${place.stackId}/tools/${tool}/invoke`;
    return resultOf(request(url, place.apiKey, JSON.stringify({ tool_input: input, ...more })));
  };
  const agentCall: Call = (tool, input, more = {}) => {
    const body = JSON.stringify({ tool_name: tool, tool_input: input, ...more });
    return resultOf(request(`${place.url}/s/${place.clientId}/call_tool`, place.token, body));
  };
  return { accountCall, agentCall };
}

/** The handles of both callers. */
export async function makeHandles(place: Place): Promise<{ readonly account: Handles; readonly agent: Handles }> {
  const { accountCall, agentCall } = callsOf(place);
  return { account: await handlesOf(accountCall), agent: await handlesOf(agentCall) };
}
