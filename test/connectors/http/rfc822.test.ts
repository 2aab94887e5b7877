import { describe, expect, it } from 'vitest';
import { toMessage, toRawMessage } from '../../../src/connectors/http/rfc822.ts';
import { computedMs } from '../../harness/longestWait.ts';

const headersOf = (message: string): string[] => (message.split('\r\n\r\n')[0] ?? '').split('\r\n');
const bodyOf = (message: string): string => Buffer.from(message.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8');

/** Decodes RFC 2047 words like a mail program. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\r\n =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_word, b: string) => Buffer.from(b, 'base64').toString('utf8'));

describe('a message', () => {
  it('has headers, and an intact body', () => {
    const message = toMessage({
      to: ['a@x.test', 'Ann "B" <b@x.test>'.replaceAll('"', '')],
      subject: 'Hi',
      body: 'one\ntwo — ✓',
    });
    expect(headersOf(message)).toEqual([
      'To: a@x.test,',
      ' "Ann B" <b@x.test>',
      'Subject: Hi',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
    ]);
    expect(bodyOf(message)).toBe('one\r\ntwo — ✓');
  });

  it.each(['Grüße', '日本語'.repeat(60), 'x'.repeat(500), '=?UTF-8?B?QQ==?=', '👩‍👩‍👧 family'])(
    'keeps the subject %s',
    (subject) => {
      const message = toMessage({ to: 'a@x.test', subject, body: '' });
      const field = message.slice(message.indexOf('Subject: ') + 9, message.indexOf('\r\nMIME'));
      expect(decodeWords(field)).toBe(subject);
      expect(Math.max(...field.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    },
  );

  it('encodes a display name and keeps body lines short', () => {
    const message = toMessage({
      from: 'Zoë <z@x.test>',
      to: 'a@x.test',
      cc: ['c@x.test'],
      subject: 's',
      body: 'y'.repeat(900),
    });
    expect(decodeWords(headersOf(message)[0] ?? '')).toBe('From: Zoë <z@x.test>');
    expect(Math.max(...message.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
  });

  it('adds a signature', () => {
    expect(bodyOf(toMessage({ to: 'a@x.test', subject: 's', body: 'b', signature: 'Ann' }))).toBe(
      'b\r\n\r\n-- \r\nAnn',
    );
  });

  it.each([
    ['to', 'a@x.test\r\nBcc: b@x.test'],
    ['to', 'a@x.test, b@x.test'],
    ['to', 'nobody'],
    ['to', 'A\r\nB <a@x.test>'],
    ['subject', 'Hi\r\nBcc: b@x.test'],
    ['subject', 'Hi\nBcc: b@x.test'],
    ['from', 'a@x.test\u0000'],
    ['inReplyTo', '<a@x>\r\nX: 1'],
  ])('%s rejects %j', (part, value) => {
    expect(() => toMessage({ to: 'a@x.test', subject: 's', body: 'b', [part]: value })).toThrow(`Input "${part}"`);
  });

  it('refuses a long address before parsing it', () => {
    const to = `a${' '.repeat(200_000)}b`;
    const refuse = () => expect(() => toMessage({ to, subject: 's', body: 'b' })).toThrow('Input "to"');
    // In quadratic time, this would take ten seconds.
    expect(computedMs(refuse)).toBeLessThan(1_000);
  });

  it('is sent to Gmail as base64url, with the thread', () => {
    const { raw, threadId } = toRawMessage({ to: 'a@x.test', subject: 's', body: '✓', threadId: 't1' });
    expect(raw).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(String(raw), 'base64url').toString()).toContain('To: a@x.test\r\n');
    expect(threadId).toBe('t1');
  });
});
