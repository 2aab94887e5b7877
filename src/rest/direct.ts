import type { DirectRoute } from '../wire/direct.ts';
import type { Edge } from '../wire/edge.ts';
import type { Answer } from '../wire/toolCall.ts';
import { invokeStackTool, listStackTools } from './accountTools.ts';
import { type Operation, TOOL_OPERATIONS } from './operations.ts';
import type { CallRequest } from './request.ts';
import { answerToolList, callStackTool } from './stackTools.ts';
import { accountSurface, refusalOf, type Surface, stackSurface } from './surface.ts';

/** The tool calls and lists of the documented interface, for `wire/direct.ts`. */
export const directRoutes = (edge: Edge): readonly DirectRoute[] => [
  {
    method: 'POST',
    pattern: /^\/s\/(?<client_id>[\w-]+)\/call_tool$/,
    route: '/s/:client_id/call_tool',
    known: (token, { client_id: clientId = '' }) => edge.known.stackToken(token, clientId),
    ...answering(TOOL_OPERATIONS.call_tool, stackSurface(edge), callStackTool),
  },
  {
    method: 'POST',
    route: '/v1/stacks/:stack_id/tools/:tool_id/invoke',
    pattern: /^\/v1\/stacks\/(?<stack_id>[\w-]+)\/tools\/(?<tool_id>[\w-]+)\/invoke$/,
    known: edge.known.apiKey,
    ...answering(TOOL_OPERATIONS.invoke_tool, accountSurface(edge), invokeStackTool),
  },
  {
    method: 'GET',
    pattern: /^\/s\/(?<client_id>[\w-]+)\/list_tools(?:\?schema=(?<schema>\w+))?$/,
    route: '/s/:client_id/list_tools',
    known: (token, { client_id: clientId = '' }) => edge.known.stackToken(token, clientId),
    ...answering(TOOL_OPERATIONS.list_tools, stackSurface(edge), answerToolList),
  },
  {
    method: 'GET',
    pattern: /^\/v1\/stacks\/(?<stack_id>[\w-]+)\/tools(?:\?schema=(?<schema>\w+))?$/,
    route: '/v1/stacks/:stack_id/tools',
    known: edge.known.apiKey,
    ...answering(TOOL_OPERATIONS.list_stack_tools, accountSurface(edge), listStackTools),
  },
];

const answering = (
  operation: Operation,
  surface: Surface,
  handle: (request: CallRequest) => Promise<Answer>,
): Pick<DirectRoute, 'open' | 'refuse' | 'surface'> => ({
  surface: surface.surface,
  open: (request) => ({
    limitClass: operation.limitClass,
    answer: (ctx) => handle({ ...request, query: request.params, ctx }),
  }),
  refuse: (error, log) => refusalOf(surface, operation, error, log),
});
