import type { DirectCall, DirectRoute } from '../wire/direct.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import type { Operation } from './operation.ts';
import { TOOL_OPERATIONS } from './operations.ts';
import { accountSurface, refusalOf, type Surface, stackSurface } from './surface.ts';
import { callStackTool, invokeStackTool } from './toolCalls.ts';
import { answerToolList, listStackTools } from './toolList.ts';

/** The tool calls and lists of the documented interface, for `wire/direct.ts`. */
export const directRoutes = (edge: HttpDeps): readonly DirectRoute[] => [
  {
    method: 'POST',
    pattern: /^\/s\/(?<client_id>[\w-]+)\/call_tool$/,
    route: '/s/:client_id/call_tool',
    known: edge.known.stackToken,
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
    known: edge.known.stackToken,
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
  answer: DirectCall['answer'],
): Pick<DirectRoute, 'call' | 'refuse' | 'surface'> => ({
  surface: surface.surface,
  call: { limitClass: operation.limitClass, answer },
  refuse: (error, log) => refusalOf(surface, operation, error, log),
});
