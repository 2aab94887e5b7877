import type { ToolOutput } from '../core/calls/connector.ts';
import { type Ctx, requesterOf } from '../core/context.ts';
import { toResult } from '../core/results/result.ts';
import { resultJsonIn } from '../formats/resultJson.ts';
import type { ResultFormat } from '../formats/results.ts';
import type { Answer } from '../wire/toolCall.ts';

/** The answer with a call's result, in the shape that was asked for. */
export function resultAnswer(ctx: Ctx, output: ToolOutput, format: ResultFormat): Answer | Promise<Answer> {
  if (output.type !== 'large' && format === 'default')
    return { status: 200, body: `{"result":${JSON.stringify(toResult(output))}}` };
  return resultJsonIn(format, output, requesterOf(ctx)).then((json) => ({
    status: 200,
    body: ['{"result":', json, '}'],
  }));
}
