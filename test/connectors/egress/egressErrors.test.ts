import { describe, expect, it } from 'vitest';
import { EgressError, egressHint, toEgressError } from '../../../src/connectors/egress/error.ts';

const withCode = (code: string): Error => Object.assign(new Error('of a client'), { code });
const aborted = (reason: unknown): AbortSignal => AbortSignal.abort(reason);

describe('errors of a client', () => {
  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'timed_out', 'connecting took too long'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timed_out', 'no answer in time'],
    ['UND_ERR_BODY_TIMEOUT', 'timed_out', 'the answer stopped arriving'],
    ['ETIMEDOUT', 'timed_out', 'connecting took too long'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too_large', 'the answer has too many headers'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'bad_answer', 'the answer does not have its declared length'],
    ['UND_ERR_INVALID_ARG', 'bad_request', 'the request cannot be sent'],
    ['UND_ERR_NOT_SUPPORTED', 'bad_request', 'the request cannot be sent'],
    ['ECONNREFUSED', 'unreachable', 'connection refused'],
    ['ENOTFOUND', 'unreachable', 'the name does not resolve'],
    ['EAI_AGAIN', 'unreachable', 'the name does not resolve'],
    ['ECONNRESET', 'unreachable', 'connection closed'],
    ['EPIPE', 'unreachable', 'connection closed'],
    ['UND_ERR_SOCKET', 'unreachable', 'connection closed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', 'the certificate is for another name'],
    ['CERT_HAS_EXPIRED', 'unreachable', 'the certificate has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', 'the certificate is not trusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unreachable', 'the certificate is not trusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable', 'the certificate is not trusted'],
    ['CERT_UNTRUSTED', 'unreachable', 'the certificate is not trusted'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'unreachable', 'the certificate is not trusted'],
    ['HPE_INVALID_CONSTANT', 'bad_answer', 'the answer is not HTTP'],
    ['Z_DATA_ERROR', 'bad_answer', 'the answer is not encoded as declared'],
    ['ERR__ERROR_FORMAT_PADDING_1', 'bad_answer', 'the answer is not encoded as declared'],
    ['ERR_BROTLI_DECODER_ERROR', 'bad_answer', 'the answer is not encoded as declared'],
    ['NOT_HPE_AT_ITS_BEGINNING', 'unreachable', 'connection failed'],
    ['', 'unreachable', 'connection failed'],
  ])('%s is reported as %s: %s', (code, kind, text) => {
    const cause = withCode(code);
    const error = toEgressError(cause, 'api.test', undefined);
    expect(error).toMatchObject({ name: 'EgressError', kind, message: `api.test: ${text}`, isUnsent: false, cause });
    expect(toEgressError(cause, 'api.test', undefined, true)).toMatchObject({ kind, isUnsent: true });
  });

  it.each<[string, unknown, string]>([
    ['no error', 'ECONNREFUSED', 'unreachable: connection failed'],
    ['a code that is no text', Object.assign(new Error('odd'), { code: 7 }), 'unreachable: connection failed'],
    [
      'a parser without a code',
      Object.assign(new Error('odd'), { name: 'HTTPParserError' }),
      'bad_answer: the answer is not HTTP',
    ],
    [
      'all addresses of a name',
      new AggregateError([withCode('ECONNREFUSED'), withCode('x')]),
      'unreachable: connection refused',
    ],
    ['no address of a name', new AggregateError([]), 'unreachable: connection failed'],
  ])('%s is reported, too', (_name, thrown, expected) => {
    const { kind, message } = toEgressError(thrown, 'api.test', undefined);
    expect(`${kind}${message.replace('api.test', '')}`).toBe(expected);
  });

  it.each<[string, AbortSignal, string, string]>([
    ['a deadline', aborted(new DOMException('late', 'TimeoutError')), 'timed_out', 'no answer in time'],
    ['a caller who left', aborted(new Error('gone')), 'cancelled', 'the request was cancelled'],
    ['a reason that is no error', aborted({ name: 'TimeoutError' }), 'cancelled', 'the request was cancelled'],
  ])('%s takes precedence', (_name, signal, kind, text) => {
    const cause = withCode('ECONNREFUSED');
    expect(toEgressError(cause, 'api.test', signal)).toMatchObject({ kind, message: `api.test: ${text}`, cause });
    expect(toEgressError(cause, 'api.test', new AbortController().signal)).toMatchObject({ kind: 'unreachable' });
  });

  it('stay unchanged if already classified', () => {
    const error = new EgressError('too_large', 'api.test: long');
    expect(toEgressError(error, 'api.test', aborted(new Error('gone')))).toBe(error);
    expect('cause' in error).toBe(false);
    expect(error.isUnsent).toBe(false);
  });
});

it('suggests an operator exception only for a refused address', () => {
  expect(egressHint({ kind: 'address_refused' })).toBe('; the operator can allow it with TOOLYARD_EGRESS_ALLOW');
  expect(egressHint({ kind: 'address_refused' }, true)).toMatch(/with TOOLYARD_EGRESS_ALLOW_INDIRECT$/);
  expect(egressHint({ kind: 'unreachable' }, true)).toBe('');
});
