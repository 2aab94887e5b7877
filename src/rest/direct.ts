import type { DirectRoute } from '../wire/direct.ts';
import type { Edge } from '../wire/edge.ts';
import type { Answer } from '../wire/toolCall.ts';
import { invokeStackTool } from './accountTools.ts';
import { type Operation, TOOL_OPERATIONS } from './operations.ts';
import type { CallRequest } from './request.ts';
import { callStackTool } from './stackTools.ts';
import { accountSurface, refusalOf, type Surface, stackSurface } from './surface.ts';

/** The tool calls of the documented interface, for `wire/direct.ts`. */
export const directCalls = (edge: Edge): readonly DirectRoute[] => [
  {
    pattern: /^\/s\/(?<client_id>[\w-]+)\/call_tool$/,
    route: '/s/:client_id/call_tool',
    known: (token, { client_id: clientId = '' }) => edge.known.stackToken(token, clientId),
    ...answering(TOOL_OPERATIONS.call_tool, stackSurface(edge), callStackTool),
  },
  {
    route: '/v1/stacks/:stack_id/tools/:tool_id/invoke',
    pattern: /^\/v1\/stacks\/(?<stack_id>[\w-]+)\/tools\/(?<tool_id>[\w-]+)\/invoke$/,
    known: edge.known.apiKey,
    ...answering(TOOL_OPERATIONS.invoke_tool, accountSurface(edge), invokeStackTool),
  },
];

const NO_QUERY = {};

const answering = (
  operation: Operation,
  surface: Surface,
  handle: (request: CallRequest) => Promise<Answer>,
): Pick<DirectRoute, 'open' | 'refuse' | 'surface'> => ({
  surface: surface.surface,
  open: (request) => ({
    limitClass: operation.limitClass,
    answer: (ctx) => handle({ ...request, query: NO_QUERY, ctx }),
  }),
  refuse: (error, log) => refusalOf(surface, operation, error, log),
});
