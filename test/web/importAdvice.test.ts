import { expect, it } from 'vitest';
import { ApiError } from '../../web/src/api/operation.ts';
import { adviceFor, sourceIssue } from '../../web/src/pages/import/advice.ts';

const refusal = (path: string, message: string) => new ApiError('INVALID_INPUT', message, [{ path, message }]);

it('suggests a fix for the source, unless Toolyard itself does not respond', () => {
  const unread = refusal('/source/openApi/url', 'The address cannot be read: connection refused');
  expect(adviceFor(unread, 'openapi')).toBe('Check the URL, and that the service is running.');
  expect(adviceFor(new ApiError('NETWORK', 'The server cannot be reached.'), 'openapi')).toBeNull();
});

it.each([
  ['/source/openApi/text', 'not valid YAML'],
  ['/source/openApi/baseUrl', null],
  ['/source/mcp/headers/0/name', null],
  ['/credentials/token', null],
])('shows a problem at %s at the source field: %s', (path, expected) => {
  expect(sourceIssue(refusal(path, 'not valid YAML'))).toBe(expected);
});

it('shows several problems as a list', () => {
  const issues = ['/source/openApi/url', '/id'].map((path) => ({ path, message: 'is wrong' }));
  expect(sourceIssue(new ApiError('INVALID_INPUT', 'Invalid import', issues))).toBeNull();
});
