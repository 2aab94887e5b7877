import type { Step } from '../../core/chat/modelPort.ts';
import { isRecord } from '../../core/lib/json.ts';
import { listOf, type ModelWire, toAnswer } from './wire.ts';

/** Chat Completions, as OpenAI documents it. Ollama, vLLM, LM Studio and gateways use it too. */
export const OPENAI: ModelWire = {
  request: ({ key, model, system, steps, tools }) => ({
    path: '/chat/completions',
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    body: {
      model,
      messages: [{ role: 'system', content: system }, ...steps.flatMap(messagesOf)],
      // The API rejects an empty list of tools.
      ...(tools.length > 0 && { tools, tool_choice: 'auto' }),
      stream: false,
    },
  }),
  answer(body) {
    const [choice] = listOf(body['choices']);
    const message = isRecord(choice) ? choice['message'] : null;
    if (!isRecord(choice) || !isRecord(message)) return null;
    const usage = isRecord(body['usage']) ? body['usage'] : {};
    return toAnswer({
      text: textOf(message['content']) || textOf(message['refusal']),
      calls: listOf(message['tool_calls'])
        .map((call) => (isRecord(call) ? call : {}))
        .map(({ id, function: called }) => {
          const { name, arguments: input } = isRecord(called) ? called : {};
          return { id, name, input };
        }),
      isCut: choice['finish_reason'] === 'length',
      tokens: [usage['prompt_tokens'], usage['completion_tokens']],
    });
  },
};

function messagesOf(step: Step): readonly object[] {
  if (step.by === 'person') {
    const results = step.results.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text }));
    return [...results, ...(step.text === '' ? [] : [{ role: 'user', content: step.text }])];
  }
  const calls = step.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return [
    {
      role: 'assistant',
      content: step.text === '' && calls.length > 0 ? null : step.text,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** A text, or the joined texts of its parts, as some services send it. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
