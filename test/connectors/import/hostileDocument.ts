/**
 * OpenAPI in 32 KB that describes millions of schemas: operations share one body with 40 schemas, and each refers twice
 * to the next.
 */
export function hostileDocument(charsMax = 32_768): string {
  const ref = (name: string): string => `{$ref: "#/components/${name}"}`;
  const lines = [
    'openapi: 3.1.0',
    'info: {title: Hostile, version: "1"}',
    'servers: [{url: https://hostile.test}]',
    'components:',
    ` requestBodies: {r: {content: {application/json: {schema: ${ref('schemas/A0')}}}}}`,
    ' schemas:',
    ...Array.from({ length: 40 }, (_, at) => {
      const next = ref(`schemas/A${at + 1}`);
      return `  A${at}: {properties: {l: ${next}, r: ${next}}}`;
    }),
    '  A40: {}',
    'paths:',
  ];
  const head = lines.join('\n');
  const operation = (at: number): string => `\n /${at.toString(36)}: {post: {requestBody: ${ref('requestBodies/r')}}}`;
  const count = Math.floor((charsMax - head.length) / operation(36).length);
  return head + Array.from({ length: count }, (_, at) => operation(at)).join('');
}
