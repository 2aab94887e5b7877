import type { components, operations } from './generated/schema.ts';

type Schemas = components['schemas'];
type Named = { name: string; description: string };

/** JSON Schema of a tool's input, without anything that providers refuse. */
export type ObjectSchema = {
  type: 'object';
  properties: Record<string, object | boolean>;
  required?: string[];
  [keyword: string]: unknown;
};

/** One tool, by the `schema` of its list. */
export type Tools = {
  default: Schemas['DefaultTool'];
  openai: { type: 'function'; function: Named & { parameters: ObjectSchema } };
  openai_strict: { type: 'function'; function: Named & { parameters: ObjectSchema; strict: boolean } };
  openai_responses: Named & { type: 'function'; parameters: ObjectSchema; strict: false };
  anthropic: Named & { input_schema: ObjectSchema };
  gemini: Named & { parametersJsonSchema: ObjectSchema };
  mcp: Named & {
    title?: string;
    inputSchema: { type: 'object'; [keyword: string]: unknown };
    outputSchema?: { type: 'object'; [keyword: string]: unknown };
    annotations?: {
      readOnlyHint?: boolean;
      destructiveHint?: boolean;
      idempotentHint?: boolean;
      openWorldHint?: boolean;
    };
  };
  vercel: Named & { type: 'function'; inputSchema: ObjectSchema };
  langchain: Named & { schema: ObjectSchema };
};

type TextBlock = { type: 'text'; text: string };
type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** The `result` of a call, by the call's own `result`. */
export type Results = {
  default: Record<string, unknown>;
  /** `content` is for the `tool` message, `images` for a `user` message after it. */
  openai: { content: TextBlock[]; images?: { type: 'image_url'; image_url: { url: string } }[] };
  openai_responses: {
    output: (
      | { type: 'input_text'; text: string }
      | { type: 'input_image'; detail: 'auto'; image_url: string }
      | { type: 'input_file'; filename: string; file_data: string }
    )[];
  };
  anthropic: {
    content: (
      | TextBlock
      | { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } }
      | { type: 'document'; source: { type: 'base64'; media_type: 'application/pdf'; data: string } }
    )[];
  };
  gemini: { response: { output: string }; parts?: { inlineData: { mimeType: string; data: string } }[] };
};

export type ListId = 'list_tools' | 'list_stack_tools';
export type CallId = 'call_tool' | 'invoke_tool' | 'invoke_batch';
type Own = { list_tools: Schemas['StackTool']; list_stack_tools: Schemas['DefaultTool'] };
type DataOf<Id extends keyof operations> = operations[Id]['responses'][200]['content']['application/json'];

/** The formats of an operation's data: values of `schema` for lists of tools, values of `result` for calls. */
export type Format<Id> = undefined | (Id extends ListId ? keyof Tools : Id extends CallId ? keyof Results : never);

/** The parameter that chooses the format. */
export type Choice<Id, Chosen> = Id extends ListId
  ? { readonly schema?: Chosen }
  : Id extends CallId
    ? { readonly result?: Chosen }
    : unknown;

type ToolIn<Chosen, Default> = Chosen extends keyof Tools ? Tools[Chosen] : Default;
type ResultIn<Chosen> = { result: Results[Chosen extends keyof Results ? Chosen : 'default'] };
type OneResult<Chosen> = Omit<Schemas['Result'], 'result'> & ResultIn<Chosen>;
type OneOfBatch<Chosen, Each> = Each extends Schemas['Result'] ? OneResult<Chosen> : Each;

/** The data that an operation returns in a format. */
export type Data<Id extends keyof operations, Chosen = undefined> = Id extends ListId
  ? Omit<DataOf<Id>, 'tools'> & { tools: ToolIn<Chosen, Own[Id]>[] }
  : Id extends 'call_tool' | 'invoke_tool'
    ? OneResult<Chosen>
    : Id extends 'invoke_batch'
      ? { results: OneOfBatch<Chosen, DataOf<'invoke_batch'>['results'][number]>[] }
      : DataOf<Id>;
