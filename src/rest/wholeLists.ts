import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ServerPart, serverPage, wholeServers } from '../core/marketplace/wholeServers.ts';
import { stackPage, type WholeStack, wholeStacks } from '../core/stacks/wholeStacks.ts';
import { sendOpen } from '../wire/openAnswer.ts';
import { JSON_UTF8 } from '../wire/toolCall.ts';
import { streamOf } from '../wire/webResponse.ts';
import { linkToNext, pageRequestOf } from './pages.ts';
import { ctxOf } from './request.ts';

/** Lists up to this length are sent whole, with a length header; longer ones are streamed. */
const WHOLE_CHARS_MAX = 262_144;
/** A piece of this length takes less than a millisecond to write. */
const PIECE_CHARS = 32_768;

/** GET /v1/servers: whole, or the requested page. */
export async function sendServers(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [ctx, requested] = [ctxOf(request), pageRequestOf(request)];
  if (!requested) return sendList(request, reply, serverTexts(wholeServers(ctx)));
  const { rows, next } = await serverPage(ctx, requested);
  return sendList(request, reply, serverTexts(rows), linkToNext(request, requested, next));
}

/** GET /v1/stacks: whole, or the requested page. */
export async function sendStacks(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [ctx, requested] = [ctxOf(request), pageRequestOf(request)];
  if (!requested) return sendList(request, reply, stackTexts(wholeStacks(ctx)));
  const { rows, next } = await stackPage(ctx, requested);
  return sendList(request, reply, stackTexts(rows), linkToNext(request, requested, next));
}

/** A failure before the first part gets a normal response; after that, the connection ends unfinished. */
async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: AsyncGenerator<string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  reply.headers(headers).type(JSON_UTF8);
  const ctx = ctxOf(request);
  let begin = '';
  while (begin.length <= WHOLE_CHARS_MAX) {
    const { value, done } = await texts.next();
    if (done) return sendOpen(request, reply, ctx, begin);
    begin += value;
  }
  return sendOpen(request, reply, ctx, streamOf(withBegin(begin, texts)));
}

async function* withBegin(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* piecesOf(begin);
    for await (const text of rest) yield* piecesOf(text);
  } finally {
    await rest.return(undefined);
  }
}

/** The text in pieces, each written in a separate turn, so that one fast reader doesn't block others. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; ) {
    const at = from + PIECE_CHARS;
    const unit = text.charCodeAt(at - 1);
    const to = unit >= 0xd800 && unit <= 0xdbff ? at + 1 : at;
    yield text.slice(from, to);
    from = to;
    await setImmediate();
  }
}

async function* serverTexts(parts: AsyncIterable<ServerPart>): AsyncGenerator<string> {
  let [before, isFirstOfServer] = ['[', true];
  for await (const { server, tools, isLast } of parts) {
    const { slug: server_id, name, description } = server;
    const head = JSON.stringify({ server_id, name, description }).slice(0, -1);
    const text = tools
      .map(({ toolId, title, name, description, parameters }) => {
        const head = JSON.stringify({ tool_id: toolId, name: title ?? name, description }).slice(0, -1);
        return `${head},"parameters":${parameters}}`;
      })
      .join(',');
    yield isFirstOfServer ? `${before}${head},"tools":[${text}` : `${text === '' ? '' : ','}${text}`;
    if (isLast) yield `],${credentialTexts(server)}}`;
    [before, isFirstOfServer] = [',', isLast];
  }
  yield before === '[' ? '[]' : ']';
}

function credentialTexts({ fields }: ServerPart['server']): string {
  const textOf = (isRequired: boolean) =>
    JSON.stringify(
      fields
        .filter(({ required }) => required === isRequired)
        .map(({ fieldId: field_id, name, description, required }) => ({ field_id, name, description, required })),
    );
  return `"required_credentials":${textOf(true)},"optional_credentials":${textOf(false)}`;
}

export const stackBody = ({ id, name, recordsCalls, servers, createdAt, updatedAt }: WholeStack) => ({
  stack_id: id,
  stack_name: name,
  configuration: { analytics_enabled: recordsCalls },
  servers: servers.map(({ slug, name: server_name, toolIds }) => ({
    server_id: slug,
    server_name,
    enabled_tools: toolIds,
  })),
  created_at: createdAt,
  updated_at: updatedAt,
});

async function* stackTexts(stacks: AsyncIterable<WholeStack>): AsyncGenerator<string> {
  let before = '[';
  for await (const stack of stacks) {
    yield before + JSON.stringify(stackBody(stack));
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
