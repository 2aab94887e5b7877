import { readFileSync } from 'node:fs';
import { listOperations } from '../../src/connectors/openapi/listOperations.ts';
import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';
import { type ServerDocument, serverDocumentSchema, type ToolDocument } from '../../src/core/servers/document.ts';
import { GITHUB } from '../../test/corpus/corpus.ts';

type Row = readonly [operationId: string, name: string, description: string];

// GitHub's texts are for programmers. A model needs the result and the prerequisites first.
const OPERATIONS: readonly Row[] = [
  ['repos/get', 'get_repository', 'Get a repository: description, default branch, visibility, topics, counts.'],
  ['repos/list-for-authenticated-user', 'list_my_repositories', 'List the repositories that the token may access.'],
  ['repos/list-for-org', 'list_organization_repositories', 'List the repositories of an organization.'],
  ['repos/create-for-authenticated-user', 'create_repository', 'Create a repository in the own account.'],
  ['repos/create-fork', 'fork_repository', 'Fork a repository. The copy is ready some seconds later.'],
  ['repos/list-branches', 'list_branches', 'List the branches of a repository with their latest commits.'],
  ['repos/get-branch', 'get_branch', 'Get a branch: its latest commit and whether it is protected.'],
  ['git/create-ref', 'create_ref', 'Create a branch or tag: ref is refs/heads/NAME or refs/tags/NAME, sha the commit.'],
  [
    'repos/list-commits',
    'list_commits',
    'List commits, newest first, of a branch, a path, an author or a span of time.',
  ],
  ['repos/get-commit', 'get_commit', 'Get a commit by its SHA, branch or tag, with the files that it changed.'],
  [
    'repos/compare-commits-with-basehead',
    'compare_commits',
    'Compare two commits, branches or tags: basehead is BASE...HEAD. Gives the commits between them and the changed files.',
  ],
  [
    'repos/get-content',
    'get_content',
    'Read a file or list a directory of a repository, at a branch, tag or commit. The content of a file is base64.',
  ],
  [
    'repos/create-or-update-file-contents',
    'write_file',
    'Create or replace one file with a commit. content is base64; to replace a file, give the sha of the present one.',
  ],
  ['repos/delete-file', 'delete_file', 'Delete one file with a commit. Needs the sha of the file, from get_content.'],
  ['repos/list-releases', 'list_releases', 'List the releases of a repository, newest first.'],
  [
    'repos/get-latest-release',
    'get_latest_release',
    'Get the newest release that is neither a draft nor a prerelease.',
  ],
  ['repos/create-release', 'create_release', 'Publish a release for a tag, or save it as a draft.'],
  [
    'issues/list-for-repo',
    'list_issues',
    'List issues of a repository; open ones unless state says otherwise. Pull requests are among them.',
  ],
  ['issues/get', 'get_issue', 'Get an issue or pull request by its number: title, text, labels, assignees, state.'],
  ['issues/create', 'create_issue', 'Create an issue in a repository.'],
  [
    'issues/update',
    'update_issue',
    'Change an issue: title, text, labels, assignees, milestone; or close or reopen it with state.',
  ],
  ['issues/list-comments', 'list_issue_comments', 'List the comments of an issue or pull request, oldest first.'],
  ['issues/create-comment', 'create_issue_comment', 'Comment on an issue, or on a pull request as a whole.'],
  ['issues/add-labels', 'add_issue_labels', 'Add labels to an issue or pull request; those that it has stay.'],
  ['issues/list-labels-for-repo', 'list_labels', 'List the labels that a repository knows.'],
  ['pulls/list', 'list_pull_requests', 'List pull requests of a repository; open ones unless state says otherwise.'],
  [
    'pulls/get',
    'get_pull_request',
    'Get a pull request by its number: text, branches, state, whether it can be merged.',
  ],
  ['pulls/create', 'create_pull_request', 'Open a pull request from the branch head into the branch base.'],
  [
    'pulls/update',
    'update_pull_request',
    'Change title, text or base of a pull request; or close or reopen it with state.',
  ],
  ['pulls/merge', 'merge_pull_request', 'Merge a pull request into its base branch. It cannot be undone.'],
  ['pulls/list-files', 'list_pull_request_files', 'List the files that a pull request changes, with their patches.'],
  ['pulls/list-reviews', 'list_pull_request_reviews', 'List the reviews of a pull request, oldest first.'],
  [
    'pulls/create-review',
    'create_pull_request_review',
    'Review a pull request: event is APPROVE, REQUEST_CHANGES or COMMENT; without it the review stays a draft.',
  ],
  ['search/repos', 'search_repositories', 'Find repositories, for example q "router language:typescript stars:>100".'],
  [
    'search/code',
    'search_code',
    'Find code in default branches, for example q "addClass in:file language:js repo:owner/name".',
  ],
  [
    'search/issues-and-pull-requests',
    'search_issues',
    'Find issues and pull requests, for example q "crash is:issue is:open repo:owner/name".',
  ],
  ['search/users', 'search_users', 'Find people and organizations, for example q "ann in:name location:Berlin".'],
  [
    'actions/list-workflow-runs-for-repo',
    'list_workflow_runs',
    'List workflow runs of a repository, newest first, by branch, event, status or author.',
  ],
  ['actions/get-workflow-run', 'get_workflow_run', 'Get a workflow run: status, conclusion, commit, attempt.'],
  [
    'actions/list-jobs-for-workflow-run',
    'list_workflow_run_jobs',
    'List the jobs of a workflow run with the outcome of each step.',
  ],
  ['actions/re-run-workflow', 'rerun_workflow', 'Run all jobs of a finished workflow run again.'],
  [
    'actions/create-workflow-dispatch',
    'run_workflow',
    'Start a workflow that has a workflow_dispatch trigger; workflow_id is its id or file name, ref the branch or tag.',
  ],
  ['gists/list', 'list_gists', 'List the own gists.'],
  ['gists/get', 'get_gist', 'Get a gist with the content of its files.'],
  ['gists/create', 'create_gist', 'Create a gist of one or more files: files maps each name to {"content": text}.'],
  ['users/get-authenticated', 'get_me', 'Get the profile that the token belongs to.'],
  ['users/get-by-username', 'get_user', 'Get the public profile of a person or organization.'],
  [
    'activity/list-notifications-for-authenticated-user',
    'list_notifications',
    'List the own notifications; unread ones unless all is true.',
  ],
];

const ABOUT = {
  description:
    'Read and change repositories, files, issues, pull requests, releases, workflow runs and gists on GitHub.',
  category: 'development',
  homepage: 'https://docs.github.com/rest',
  scopes: ['repo', 'read:org', 'workflow', 'gist', 'notifications'],
  credentials: [
    {
      id: 'github_token',
      name: 'Access token',
      description:
        'A personal access token, or an installation token of a GitHub App, with the permissions that the used tools need.',
      required: true,
      link: 'https://github.com/settings/tokens',
      placement: { in: 'header', name: 'Authorization', template: 'Bearer {github_token}' },
    },
  ],
};

const HEADERS = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' };

/** OpenAPI has a mark only for deletions, but replacing data is just as final. */
const annotationsOf = ({ annotations, request }: ToolDocument): ToolDocument['annotations'] => ({
  ...annotations,
  destructiveHint: ['DELETE', 'PUT', 'PATCH'].includes(request?.method ?? ''),
});

/** The shipped part of GitHub's own OpenAPI document. */
export function githubDocument(): ServerDocument {
  const text = readFileSync(GITHUB.file, 'utf8');
  const options = { id: 'github', name: 'GitHub', choice: { include: { ids: OPERATIONS.map(([id]) => id) } } };
  const { document, warnings } = importOpenApi(text, options);
  for (const { tool, reason } of warnings) console.warn(`${tool}: ${reason}`);
  const byName = new Map(document.tools.map((tool) => [tool.name, tool]));
  const { operations } = listOperations(JSON.parse(text), options);
  const imported = new Map(operations.map((listed) => [listed.operationId, byName.get(listed.name)]));
  const tools = OPERATIONS.map(([operationId, name, description]) => {
    const tool = imported.get(operationId);
    if (tool === undefined) throw new Error(`GitHub has no operation ${operationId} any more`);
    return { ...tool, name, description, annotations: annotationsOf(tool) };
  });
  return serverDocumentSchema.parse({
    ...document,
    ...ABOUT,
    // Omits the operations: its tools are renamed, and must not be read from the document again.
    connector: { ...document.connector, operations: undefined, headers: HEADERS },
    tools,
  });
}
