import {
  type CallToolResult,
  type ContentBlock,
  type InputRequiredResult,
  isSpecType,
  type ListToolsResult,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import { isJsonObject, isRecord, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import type { SmallOutput } from '../core/results/largeOutput.ts';
import type { KeptResult, RehearsalSource, ToolOutcome, ToolOutput } from '../core/results/outcome.ts';
import { toResult } from '../core/results/result.ts';
import { failureMembers, failureMessage } from '../wire/toolCall.ts';
import { linkToResult } from './kept.ts';
import { SERVER_INFO } from './serverInfo.ts';
import type { TaskCreated } from './taskCreated.ts';

/** An outcome whose output is not large. */
export type SmallOutcome = Exclude<ToolOutcome, { readonly output?: ToolOutput }> | SmallOk | SmallError;
type SmallOk = Extract<ToolOutcome, { kind: 'ok' }> & { readonly output: SmallOutput };
type SmallError = Extract<ToolOutcome, { kind: 'tool_error' }> & { readonly output?: SmallOutput };

/** Converts an outcome. A failure is also a result, so that the model can read it and react. */
export function toCallToolResult(outcome: SmallOutcome, isModern: boolean): CallToolResult {
  if (outcome.kind === 'ok') {
    const result = withSource(withLink(toContent(outcome.output, isModern), outcome.kept), outcome.rehearsal);
    if (outcome.headers === undefined) return result;
    const lines = Object.entries(outcome.headers).map(([name, value]) => `${name}: ${value}`);
    const content = [...result.content, textBlock(`Response headers:\n${lines.join('\n')}`)];
    return { ...result, content, _meta: { ...result._meta, 'toolyard/headers': { ...outcome.headers } } };
  }
  if (outcome.kind === 'tool_error' && outcome.output) {
    const result = toContent(outcome.output, isModern);
    const content = result.content.length > 0 ? result.content : [textBlock(outcome.message)];
    return { ...result, content, isError: true };
  }
  return failureResult(outcome);
}

const withLink = (result: CallToolResult, kept: KeptResult | undefined): CallToolResult =>
  kept === undefined ? result : { ...result, content: [...result.content, linkToResult(kept)] };

/** Says where the answer of a rehearsal comes from. */
const withSource = (result: CallToolResult, source: RehearsalSource | undefined): CallToolResult =>
  source === undefined ? result : { ...result, _meta: { ...result._meta, 'toolyard/rehearsal': { source } } };

/** A failure in words, then the upstream's error and wait time: as text for the model, and structured for programs. */
function failureResult(failure: Exclude<SmallOutcome, { kind: 'ok' }>): CallToolResult {
  const text = failureMessage(failure);
  const members = failureMembers(failure);
  if (Object.keys(members).length === 0) return errorResult(text);
  const body = 'upstream' in failure ? failure.upstream?.body : undefined;
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  const isIncluded = bodyText === undefined || text.includes(bodyText);
  const wait = members['retry_after'];
  return {
    content: [text, ...(isIncluded ? [] : [bodyText]), ...(wait === undefined ? [] : [`Retry after ${wait} s.`])].map(
      textBlock,
    ),
    structuredContent: { error: { code: failure.kind, message: text, ...members } },
    isError: true,
  };
}

export const isSmall = (outcome: ToolOutcome): outcome is SmallOutcome =>
  !('output' in outcome) || outcome.output?.type !== 'large';

/** Adds the members that the stateless revision requires in every result. */
export const withServerInfo = (
  result: CallToolResult | InputRequiredResult | ListToolsResult | TaskCreated,
): object => ({
  resultType: 'complete',
  ...result,
  _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO, ...('_meta' in result && result._meta) },
});

export const errorResult = (text: string): CallToolResult => ({ content: [textBlock(text)], isError: true });

const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

function toContent(output: SmallOutput, isModern: boolean): CallToolResult {
  switch (output.type) {
    case 'mcp':
      return {
        // A block of a kind unknown to this protocol version is passed on as text, because clients refuse unknown
        // kinds.
        ...toStructured(
          output.content.map((block) => {
            if (isPlainText(block)) return block;
            if (isSpecType.ContentBlock(block)) return block;
            return textBlock(
              isRecord(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block),
            );
          }),
          output.structuredContent,
          isModern,
        ),
        ...(output.meta && { _meta: { ...output.meta } }),
      };
    case 'json':
      // Both, as the specification requires (MCP 2025-06-18, tools, structured content), because older clients only
      // read the text.
      return { content: [textBlock(JSON.stringify(output.value))], structuredContent: { ...toResult(output) } };
    case 'text':
      return {
        content: [textBlock(output.text), ...(output.remark === undefined ? [] : [textBlock(output.remark)])],
      };
    case 'binary':
      return { content: [binaryBlock(output.base64, output.contentType)] };
    case 'file':
      return { content: [linkTo(output.file)], structuredContent: { ...toResult(output) } };
  }
}

/**
 * Structured content may be any value in the stateless revision, and must be an object in earlier ones. If no text
 * equals it, one is added (SEP-2106).
 */
function toStructured(content: ContentBlock[], value: JsonValue | undefined, isModern: boolean): CallToolResult {
  if (value === undefined) return { content };
  if (isJsonObject(value)) return { content, structuredContent: { ...value } };
  const hasText = content.some(({ type }) => type === 'text');
  const structuredContent = isModern ? value : { result: value };
  return { content: hasText ? content : [...content, textBlock(JSON.stringify(value))], structuredContent };
}

const linkTo = ({ $file, name, type, size, origin }: JsonObject): ContentBlock => ({
  type: 'resource_link',
  uri: String($file),
  name: String(name),
  mimeType: String(type),
  size: Number(size),
  ...(origin !== null && { description: `A result of ${origin}. Pass {"$file": "${$file}"} to send it to a tool.` }),
});

function binaryBlock(data: string, mimeType: string): ContentBlock {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  return { type: 'resource', resource: { uri: 'result:body', mimeType, blob: data } };
}

type PlainText = { readonly type: 'text'; readonly text: string };

/** True for a plain text block, as nearly all blocks are, without running the SDK's schemas. */
const isPlainText = (block: JsonObject): block is PlainText =>
  block['type'] === 'text' && typeof block['text'] === 'string' && Object.keys(block).length === 2;
