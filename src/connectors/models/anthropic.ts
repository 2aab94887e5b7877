import type { Step } from '../../core/chat/modelPort.ts';
import { isRecord } from '../../core/lib/json.ts';
import { listOf, type ModelWire, toAnswer } from './wire.ts';

const VERSION = '2023-06-01';
/** The API requires a limit; a response that calls tools takes a few hundred tokens. */
const ANSWER_TOKENS_MAX = 4_096;

/** Anthropic's Messages API. */
export const ANTHROPIC: ModelWire = {
  request: ({ url, key, model, system, steps, tools }) => ({
    // The vendor libraries' own base address ends before `/v1`; people paste both forms.
    path: url.endsWith('/v1') ? '/messages' : '/v1/messages',
    headers: { 'anthropic-version': VERSION, ...(key !== null && { 'x-api-key': key }) },
    body: {
      model,
      max_tokens: ANSWER_TOKENS_MAX,
      system,
      messages: steps.map(messageOf),
      ...(tools.length > 0 && { tools, tool_choice: { type: 'auto' } }),
    },
  }),
  answer(body) {
    if (!Array.isArray(body['content'])) return null;
    const blocks = listOf(body['content']).filter(isRecord);
    const usage = isRecord(body['usage']) ? body['usage'] : {};
    return toAnswer({
      text: blocks.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join(''),
      calls: blocks.flatMap(({ type, id, name, input }) => (type === 'tool_use' ? [{ id, name, input }] : [])),
      isCut: body['stop_reason'] === 'max_tokens',
      tokens: [usage['input_tokens'], usage['output_tokens']],
    });
  },
};

// The API rejects a blank text block.
const textBlocks = (text: string): readonly object[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

function messageOf(step: Step): object {
  if (step.by === 'person') {
    const results = step.results.map(({ callId, text, isError }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content: text,
      ...(isError && { is_error: true }),
    }));
    return { role: 'user', content: [...results, ...textBlocks(step.text)] };
  }
  const calls = step.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
  const blocks = [...textBlocks(step.text), ...calls];
  return { role: 'assistant', content: blocks.length > 0 ? blocks : [{ type: 'text', text: '…' }] };
}
