import { REPOS } from './lib/localGitHub.ts';

/** A call of a tool: its name and its input. */
export type Call = readonly [name: string, input: object];
/** A result of a call. */
export type Result = Readonly<Record<string, ReadonlyArray<{ readonly number: number }>>>;
type Step = (calls: readonly Call[]) => Promise<readonly Result[]>;

/** A task: the round trips of plain calls, and a program that does the same. */
type Task = {
  readonly name: string;
  readonly query: string;
  readonly tools: readonly string[];
  steps(step: Step): Promise<void>;
  readonly code: string;
};

const [repo = ''] = REPOS.slice(1);
const PAGES = [1, 2, 3, 4];
const pages: Task['steps'] = async (step) => {
  for (const page of PAGES) await step([['list_issues', { repo, page }]]);
};
const once =
  (name: string, input: object): Task['steps'] =>
  async (step) =>
    void (await step([[name, input]]));
const inEach =
  (name: string): Task['steps'] =>
  async (step) => {
    await step([['list_repos', {}]]);
    await step(REPOS.map((each) => [name, { repo: each }]));
  };
const ALL = `const all = []; for (let page = 1; ; page += 1) { const { data } = await tools.list_issues({ repo: '${repo}', page }); all.push(...data); if (data.length < 30) break; }`;
const EACH = (name: string) =>
  `const { data: repos } = await tools.list_repos(); const lists = await Promise.all(repos.map(({ name: repo }) => tools.${name}({ repo })));`;

export const TASKS: readonly Task[] = [
  {
    name: 'count the open issues',
    query: 'list issues of a repository',
    tools: ['list_issues'],
    steps: pages,
    code: `${ALL} return all.filter(({ state }) => state === 'open').length;`,
  },
  {
    name: 'find the most discussed issue',
    query: 'list issues of a repository',
    tools: ['list_issues'],
    steps: pages,
    code: `${ALL} const { number, title } = all.sort((a, b) => b.comments - a.comments)[0]; return { number, title };`,
  },
  {
    name: 'list titles with a label',
    query: 'list issues of a repository',
    tools: ['list_issues'],
    steps: pages,
    code: `${ALL} return all.filter(({ labels }) => labels.some(({ name }) => name === 'bug')).map(({ title }) => title);`,
  },
  {
    name: 'read the comments on one issue',
    query: 'list comments on an issue',
    tools: ['list_comments'],
    steps: once('list_comments', { repo, number: 7 }),
    code: `return (await tools.list_comments({ repo: '${repo}', number: 7 })).data.map(({ user, body }) => [user.login, body]);`,
  },
  {
    name: 'name the authors of pull requests',
    query: 'list open pull requests',
    tools: ['list_pulls'],
    steps: once('list_pulls', { repo }),
    code: `return [...new Set((await tools.list_pulls({ repo: '${repo}' })).data.map(({ user }) => user.login))];`,
  },
  {
    name: 'find files that two pull requests change',
    query: 'list files of a pull request',
    tools: ['list_pulls', 'list_pull_files'],
    async steps(step) {
      const [pulls] = await step([['list_pulls', { repo }]]);
      await step((pulls?.['data'] ?? []).map(({ number }) => ['list_pull_files', { repo, number }]));
    },
    code: `const { data } = await tools.list_pulls({ repo: '${repo}' }); const files = await Promise.all(data.map(({ number }) => tools.list_pull_files({ repo: '${repo}', number }))); const seen = new Map(); for (const { data: list } of files) for (const { filename } of list) seen.set(filename, (seen.get(filename) ?? 0) + 1); return [...seen].filter(([, count]) => count > 1).map(([name]) => name);`,
  },
  {
    name: 'find repositories without pull requests',
    query: 'list open pull requests of all repositories',
    tools: ['list_repos', 'list_pulls'],
    steps: inEach('list_pulls'),
    code: `${EACH('list_pulls')} return repos.filter((_, at) => lists[at].data.length === 0).map(({ name }) => name);`,
  },
  {
    name: 'count commits by author',
    query: 'list commits',
    tools: ['list_commits'],
    steps: once('list_commits', { repo }),
    code: `const counts = {}; for (const { author } of (await tools.list_commits({ repo: '${repo}' })).data) counts[author.login] = (counts[author.login] ?? 0) + 1; return counts;`,
  },
  {
    name: 'find labels that no issue has',
    query: 'list labels of a repository',
    tools: ['list_labels', 'list_issues'],
    async steps(step) {
      await step([['list_labels', { repo }]]);
      await pages(step);
    },
    code: `${ALL} const used = new Set(all.flatMap(({ labels }) => labels.map(({ name }) => name))); return (await tools.list_labels({ repo: '${repo}' })).data.map(({ name }) => name).filter((name) => !used.has(name));`,
  },
  {
    name: 'read the last comment on ten issues',
    query: 'list comments on an issue',
    tools: ['list_issues', 'list_comments'],
    async steps(step) {
      const [issues] = await step([['list_issues', { repo, page: 1 }]]);
      await step((issues?.['data'] ?? []).slice(0, 10).map(({ number }) => ['list_comments', { repo, number }]));
    },
    code: `const { data } = await tools.list_issues({ repo: '${repo}', page: 1 }); const lists = await Promise.all(data.slice(0, 10).map(({ number }) => tools.list_comments({ repo: '${repo}', number }))); return lists.map(({ data: list }) => list.at(-1).body.slice(0, 100));`,
  },
  {
    name: 'count commits in all repositories',
    query: 'list commits of all repositories',
    tools: ['list_repos', 'list_commits'],
    steps: inEach('list_commits'),
    code: `${EACH('list_commits')} return Object.fromEntries(repos.map(({ name }, at) => [name, lists[at].data.length]));`,
  },
  {
    name: 'look up the title of one issue',
    query: 'get an issue',
    tools: ['get_issue'],
    steps: once('get_issue', { repo, number: 7 }),
    code: `return (await tools.get_issue({ repo: '${repo}', number: 7 })).title;`,
  },
];
