import { expect, it } from 'vitest';
import { issueText } from '../../web/src/ui/issueText.ts';

it.each([
  ['/currentPassword', 'is not your password', 'Current password is not your password'],
  ['/tools/3/inputSchema', 'must be an object', 'Tools 4, input schema must be an object'],
  ['/credentials/github_token', 'must not be empty', 'Credentials, github token must not be empty'],
  ['/paths/~1pets~1{id}/get', 'must have an id', 'Paths, /pets/{id}, get must have an id'],
  ['/expiresAt', 'Expected a time', 'Expires at: Expected a time'],
  ['', 'must be an object', 'must be an object'],
])('%s %s is shown without a pointer', (path, message, text) => {
  expect(issueText({ path, message })).toBe(text);
});
