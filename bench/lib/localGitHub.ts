import type { IncomingMessage, ServerResponse } from 'node:http';

/** A part of GitHub's API with made-up data, for comparisons without network. */

const PEOPLE = ['ann', 'bob', 'cat', 'dan'];
const LABELS = ['bug', 'docs', 'feature', 'question', 'stale'];
const PER_PAGE = 30;
const ISSUES = 100;
export const REPOS = Array.from({ length: 10 }, (_, at) => `repo-${at}`);

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';
const user = (at: number) => ({
  login: pick(PEOPLE, at),
  id: at,
  avatar_url: `https://avatars.test/u/${at}`,
  html_url: `https://github.test/${pick(PEOPLE, at)}`,
  type: 'User',
  site_admin: false,
});
const issue = (repo: string, number: number) => ({
  id: 1_000 + number,
  number,
  title: `Issue ${number} of ${repo}`,
  state: number % 3 === 0 ? 'closed' : 'open',
  user: user(number),
  assignee: number % 5 === 0 ? user(number + 1) : null,
  labels: [{ id: number % 4, name: pick(LABELS, number % 4), color: 'ededed', description: 'A label.' }],
  comments: (number * 7) % 23,
  body: `${repo} fails at step ${number}. `.repeat(20),
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-02-01T00:00:00Z',
  html_url: `https://github.test/org/${repo}/issues/${number}`,
});
const numbered = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));

const paged = (all: readonly unknown[], page: number) => all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
const ROUTES: Readonly<Record<string, (repo: string, number: number, page: number) => unknown>> = {
  repos: () => REPOS.map((name, id) => ({ id, name, full_name: `org/${name}`, private: false, owner: user(id) })),
  issues: (repo, _number, page) =>
    paged(
      numbered(ISSUES, (number) => issue(repo, number)),
      page,
    ),
  issue: (repo, number) => issue(repo, number),
  comments: (repo, number) =>
    numbered(8, (id) => ({ id, user: user(id), body: `Comment ${id} on ${repo}#${number}. `.repeat(8) })),
  pulls: (repo) =>
    numbered(Number(repo.slice(5)) % 4 === 0 ? 0 : 12, (number) => ({ ...issue(repo, number), draft: false })),
  files: (_repo, number) =>
    numbered(10, (at) => ({ filename: `src/file-${number + at}.ts`, changes: at, patch: '+line\n-line\n'.repeat(20) })),
  commits: (repo) =>
    numbered(60, (at) => ({ sha: `${at}`.padStart(40, '0'), author: user(at), message: `${repo} ${at}` })),
  labels: () => LABELS.map((name, id) => ({ id, name, color: 'ededed', description: 'A label.' })),
};

/** Answers `/kind?repo=…&number=…&page=…`. */
export function answerAsGitHub({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const route = ROUTES[pathname.slice(1)];
  const [number, page] = [Number(searchParams.get('number') ?? 0), Number(searchParams.get('page') ?? 1)];
  const value = route?.(searchParams.get('repo') ?? '', number, page) ?? null;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const text = (description: string) => ({ type: 'string', description });
const integer = (description: string) => ({ type: 'integer', description });
const repo = text('The name of the repository.');

function tool(name: string, kind: string, description: string, properties: Record<string, object>) {
  const query = Object.fromEntries(Object.keys(properties).map((key) => [key, `{${key}}`]));
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required: Object.keys(properties).filter((key) => key !== 'page') },
    request: { kind: 'template', method: 'GET', path: `/${kind}`, query, bodyEncoding: 'json' },
  };
}

const number = integer('The number of the issue or pull request.');
export const TOOLS = [
  tool('list_repos', 'repos', 'Lists the repositories of the organization.', {}),
  tool('list_issues', 'issues', 'Lists the issues of a repository, 30 per page.', { repo, page: integer('The page.') }),
  tool('get_issue', 'issue', 'Gets an issue of a repository.', { repo, number }),
  tool('list_comments', 'comments', 'Lists the comments on an issue.', { repo, number }),
  tool('list_pulls', 'pulls', 'Lists the open pull requests of a repository.', { repo }),
  tool('list_pull_files', 'files', 'Lists the files that a pull request changes.', { repo, number }),
  tool('list_commits', 'commits', 'Lists the latest commits of a repository.', { repo }),
  tool('list_labels', 'labels', 'Lists the labels of a repository.', { repo }),
];
