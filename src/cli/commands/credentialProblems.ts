import type { CredentialProblemKind } from '../../generated/gql/graphql.ts';
import { connectApi } from '../api.ts';
import { command } from '../command.ts';
import { API_ARGS } from '../input.ts';
import { CredentialProblemsDocument } from '../operations/connect.ts';
import { table } from '../output.ts';

const WORDS: Readonly<Record<CredentialProblemKind, string>> = {
  MISSING: 'missing',
  MOVED: 'enter again: the server changed',
  RECONNECT_REQUIRED: 'sign in again',
  EXPIRING: 'expires',
};

export const credentialProblems = command({
  description: 'List credentials that need attention: missing, refused or about to expire',
  examples: ['toolyard stack credential-problems', 'toolyard stack credential-problems --json'],
  args: API_ARGS,
  async run(args, run) {
    const { credentialProblems: problems } = await connectApi(args, run)(CredentialProblemsDocument, {});
    const { nodes = [], isComplete = true } = problems ?? {};
    const rows = nodes.map(({ stackName, serverId, fieldId, fieldName, wanted, kind, expiresAt }) => {
      const problem = kind === 'MISSING' && wanted !== fieldName ? `no tool works without ${wanted}` : WORDS[kind];
      return [stackName, serverId, fieldId, kind === 'EXPIRING' ? `${problem} ${expiresAt}` : problem];
    });
    return {
      json: {
        is_complete: isComplete,
        problems: nodes.map(({ stackId, stackName, serverId, fieldId, wanted, kind, expiresAt }) => ({
          stack_id: stackId,
          stack: stackName,
          server: serverId,
          field: fieldId,
          wanted,
          problem: kind.toLowerCase(),
          expires_at: expiresAt,
        })),
      },
      text: table(
        ['STACK', 'SERVER', 'FIELD', 'PROBLEM'],
        rows,
        isComplete ? 'All required credentials are stored' : 'No problems found so far',
      ),
      warnings: isComplete ? [] : ['there may be more: only the first problems are listed'],
    };
  },
});
