import type { SmallOutput } from '../core/results/largeOutput.ts';
import { type Part, partsOf } from './resultParts.ts';

/** Formats of a result that callers may request by name; `default` is the documented one. */
export const RESULT_FORMATS = ['default', 'openai', 'openai_responses', 'anthropic', 'gemini'] as const;
/** One of the formats, by its documented name. */
export type ResultFormat = (typeof RESULT_FORMATS)[number];
export type ProviderFormat = Exclude<ResultFormat, 'default'>;

/** Whether a text, such as the query parameter `result`, names a format. */
export const isResultFormat = (text: string): text is ResultFormat => RESULT_FORMATS.some((format) => format === text);

type File = Extract<Part, { kind: 'file' }>;

const PDF = 'application/pdf';
const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const isImage = ({ mimeType }: File): boolean => IMAGES.includes(mimeType);
const dataUrl = ({ mimeType, base64 }: File): string => `data:${mimeType};base64,${base64}`;

/** The text that replaces a file without a block type at the provider: a model can't use its base64. */
const leftOut = ({ name, mimeType, base64 }: File): string =>
  `[${name ?? 'a file'}: ${mimeType}, ${Buffer.byteLength(base64, 'base64')} bytes, left out: this provider does not support this block]`;

/** Replaces an empty tool result, which providers refuse. */
const NOTHING: readonly Part[] = [{ kind: 'text', text: '(no output)' }];

/** The parts as blocks: a file as `fileBlock` returns it, or as text if that returns null. */
const blocks = <T, F>(
  parts: readonly Part[],
  textBlock: (text: string) => T,
  fileBlock: (file: File) => F | null,
): (T | F)[] =>
  (parts.length > 0 ? parts : NOTHING).map((part) =>
    part.kind === 'text' ? textBlock(part.text) : (fileBlock(part) ?? textBlock(leftOut(part))),
  );

/**
 * Converts an output to a `tool` message of Chat Completions, which holds only text; `images` are for a user message
 * after it.
 */
export function toOpenAiResult(output: SmallOutput) {
  const parts = partsOf(output);
  const images = parts.flatMap((part) =>
    part.kind === 'file' && isImage(part) ? [{ type: 'image_url' as const, image_url: { url: dataUrl(part) } }] : [],
  );
  const content = blocks(
    parts,
    (text) => ({ type: 'text' as const, text }),
    (file) => (isImage(file) ? { type: 'text' as const, text: `[${file.mimeType}: see the next message]` } : null),
  );
  return { content, ...(images.length > 0 && { images }) };
}

/** Converts an output to a `function_call_output` item of the Responses API. */
export const toOpenAiResponsesResult = (output: SmallOutput) => ({
  output: blocks(
    partsOf(output),
    (text) => ({ type: 'input_text' as const, text }),
    (file) => {
      if (isImage(file)) return { type: 'input_image' as const, detail: 'auto' as const, image_url: dataUrl(file) };
      if (file.mimeType !== PDF) return null;
      return { type: 'input_file' as const, filename: file.name ?? 'file.pdf', file_data: dataUrl(file) };
    },
  ),
});

const mediaTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/** Converts an output to a `tool_result` block of the Messages API. */
export const toAnthropicResult = (output: SmallOutput) => ({
  content: blocks(
    partsOf(output),
    (text) => ({ type: 'text' as const, text }),
    ({ mimeType, base64: data }) => {
      const media_type = mediaTypes.find((type) => type === mimeType);
      if (media_type) return { type: 'image' as const, source: { type: 'base64' as const, media_type, data } };
      if (mimeType !== PDF) return null;
      return { type: 'document' as const, source: { type: 'base64' as const, media_type: PDF, data } as const };
    },
  ),
});

/** The media types that Gemini documents for parts of a function response. */
const GEMINI_FILES = ['image/png', 'image/jpeg', 'image/webp', PDF];

/** Converts an output to a `functionResponse` of the Gemini API. */
export function toGeminiResult(output: SmallOutput) {
  const parts = partsOf(output);
  const inlined = parts.flatMap((part) =>
    part.kind === 'file' && GEMINI_FILES.includes(part.mimeType)
      ? [{ inlineData: { mimeType: part.mimeType, data: part.base64 } }]
      : [],
  );
  const texts = parts.flatMap((part) => {
    if (part.kind === 'text') return [part.text];
    return GEMINI_FILES.includes(part.mimeType) ? [] : [leftOut(part)];
  });
  const joinedText = texts.join('\n') || (inlined.length > 0 ? '' : '(no output)');
  return { response: { output: joinedText }, ...(inlined.length > 0 && { parts: inlined }) };
}

const SHAPES: Readonly<Record<ProviderFormat, (output: SmallOutput) => object>> = {
  openai: toOpenAiResult,
  openai_responses: toOpenAiResponsesResult,
  anthropic: toAnthropicResult,
  gemini: toGeminiResult,
};

/** A tool's output in the format of a provider's API. */
export const toProviderResult = (output: SmallOutput, format: ProviderFormat): object => SHAPES[format](output);
