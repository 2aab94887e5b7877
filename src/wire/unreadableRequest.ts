import type { Socket } from 'node:net';
import { JSON_UTF8 } from './toolCall.ts';

type Answer = { readonly status: string; readonly detail: string };

function answerTo(code: string | undefined): Answer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: '408 Request Timeout', detail: 'Request timeout' };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: '431 Request Header Fields Too Large', detail: 'Request headers too large' };
  return { status: '400 Bad Request', detail: 'Invalid request parameters' };
}

/**
 * Answers what is no HTTP request (RFC 9112): an unknown method, headers that are too large or never end. Its path is
 * unknown, so the answer has the general form and no rate limit headers.
 */
export function refuseUnreadable(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = answerTo(error.code);
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    `content-type: ${JSON_UTF8}`,
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
