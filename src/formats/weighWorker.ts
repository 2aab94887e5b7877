import { toServerId } from '../core/kernel/ids.ts';
import { isJsonObject } from '../core/lib/json.ts';
import { type ToolToWeigh, type ToolWeights, tokensOf } from '../core/marketplace/toolWeights.ts';
import { boundedExamples } from '../core/schemas/inputExamples.ts';
import { formatTools, type ToolFormat } from './formats.ts';

/**
 * Approximate tokens of a tool in a model's context, by list format. Null for a format that does not support the tool.
 */
export function weigh({ name, tool }: ToolToWeigh): ToolWeights {
  const inputSchema = isJsonObject(tool.inputSchema) ? tool.inputSchema : {};
  const { examples } = inputSchema;
  const listed = {
    exposedName: name,
    title: tool.title ?? null,
    description: tool.description,
    inputSchema,
    inputExamples: boundedExamples(Array.isArray(examples) ? examples : []),
    outputSchema: null,
    annotations: isJsonObject(tool.annotations) ? tool.annotations : null,
    forClients: null,
    server: { slug: toServerId('weighed') },
  };
  const weightIn = (format: ToolFormat): number | null => {
    const [formatted] = formatTools([listed], format).tools;
    return formatted === undefined ? null : tokensOf(JSON.stringify(formatted).length);
  };
  return {
    openai: weightIn('openai'),
    anthropic: weightIn('anthropic'),
    gemini: weightIn('gemini'),
    mcp: weightIn('mcp'),
  };
}
