import { describe, expect, it } from 'vitest';
import { detectDocument } from '../../../src/core/marketplace/detect.ts';

const json = (value: unknown): string => JSON.stringify(value);
const registry = {
  name: 'io.example/weather',
  version: '1.0.0',
  remotes: [{ type: 'streamable-http', url: 'https://x' }],
};

describe('detectDocument', () => {
  it.each([
    { label: 'our own document', text: json({ id: 'x', connector: { kind: 'http' } }), kind: 'server' },
    { label: 'our own document in YAML', text: 'id: x\nconnector:\n  kind: http\n', kind: 'server' },
    { label: 'OpenAPI 3.1', text: json({ openapi: '3.1.0', info: {}, paths: {} }), kind: 'openapi' },
    { label: 'OpenAPI 3.0 in YAML', text: 'openapi: 3.0.3\ninfo: {}\npaths: {}\n', kind: 'openapi' },
    { label: 'Swagger 2 with a string', text: json({ swagger: '2.0' }), kind: 'openapi' },
    { label: 'Swagger 2 with a number', text: 'swagger: 2.0\npaths: {}\n', kind: 'openapi' },
    { label: 'a registry entry', text: json(registry), kind: 'registry' },
    { label: 'a registry entry with packages', text: json({ name: 'a/b', packages: [] }), kind: 'registry' },
    { label: 'an answer of the registry', text: json({ server: registry, _meta: {} }), kind: 'registry' },
    { label: 'a byte order mark', text: `\uFEFF${json(registry)}`, kind: 'registry' },
  ])('recognizes $label', ({ text, kind }) => {
    expect(detectDocument(text).kind).toBe(kind);
  });

  it('unwraps the registry’s response', () => {
    expect(detectDocument(json({ server: registry }))).toStrictEqual({ kind: 'registry', value: registry });
  });

  it.each([
    { label: 'broken JSON', text: '{"a": }', message: 'The document is not valid JSON' },
    { label: 'broken YAML', text: 'a: [1', message: 'The document is not valid YAML' },
    { label: 'a web page', text: '<!doctype html><html></html>', message: 'This is a web page, not' },
    { label: 'XML', text: '\n<?xml version="1.0"?><a/>', message: 'This is a web page, not' },
    { label: 'an empty text', text: '', message: 'The document is not an object' },
    { label: 'a list', text: '[]', message: 'The document is not an object' },
    { label: 'OpenAPI 1', text: json({ swagger: '1.2' }), message: 'neither a server document' },
    { label: 'any object', text: '{}', message: 'neither a server document' },
    { label: 'a client configuration', text: json({ mcpServers: {} }), message: 'configuration of an MCP client' },
  ])('reports the problem of $label', ({ text, message }) => {
    expect(detectDocument(text)).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining(message),
      issues: [{ path: '' }],
    });
  });

  it.each([
    { form: 'JSON', text: '{"a": }' },
    { form: 'YAML', text: 'a: b: c' },
  ])('names the place and that $form is invalid', ({ form, text }) => {
    const [issue] = Object(detectDocument(text)).issues;
    expect(issue.message).toMatch(new RegExp(`^The document is not valid ${form}: .*[^:]$`));
  });

  it('bounds YAML alias expansion', () => {
    const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`);
    expect(detectDocument(['a0: &a0 [x]', ...levels].join('\n'))).toMatchObject({ kind: 'problem' });
  });
});
