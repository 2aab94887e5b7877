import type { ToolChangeKind } from '../../generated/gql/graphql.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { API_ARGS, namedValues } from '../input.ts';
import { UpdateHeldChangesDocument, UpdateServerHeldChangesDocument } from '../operations/reviews.ts';

const KINDS = {
  compatible: 'COMPATIBLE',
  breaking: 'BREAKING',
  reworded: 'REWORDED',
  widening: 'WIDENING',
  removed: 'REMOVED',
} as const;

/** The word for a server that uses the account's setting. */
const INHERITED = 'default';

export const hold = command({
  description: 'Set which kinds of changes need a review, for all servers or one; requires the admin right',
  examples: [
    'toolyard review hold reworded,widening,removed,breaking',
    'toolyard review hold none',
    'toolyard review hold widening,removed --server notes',
    'toolyard review hold default --server notes',
  ],
  args: {
    kinds: {
      type: 'positional',
      required: true,
      description: `${Object.keys(KINDS).join(', ')}, comma-separated; or none; or, with --server, default`,
    },
    server: {
      type: 'string',
      valueHint: 'ID',
      description: 'Only for this server (default: all servers without a setting)',
    },
    ...API_ARGS,
  },
  async run({ kinds: kindsText, server, ...args }, run) {
    const api = connectApi(args, run);
    if (server === undefined) {
      const answer = await api(UpdateHeldChangesDocument, { input: { kinds: namedValues(kindsText, KINDS) } });
      const held = kindNames(payloadOf(answer.updateHeldChanges).account.heldChanges);
      return { json: { held_changes: held }, text: textOf(held) };
    }
    const kinds = kindsText === INHERITED ? null : namedValues(kindsText, KINDS);
    const answer = await api(UpdateServerHeldChangesDocument, { input: { serverId: server, kinds } });
    const own = payloadOf(answer.updateServerHeldChanges).server.heldChanges;
    const held = own && kindNames(own);
    return {
      json: { server_id: server, held_changes: held },
      text: `${server}: ${held ? textOf(held) : 'now uses the account’s setting'}`,
    };
  },
});

const kindNames = (kinds: readonly ToolChangeKind[]): readonly string[] => kinds.map((kind) => kind.toLowerCase());

const textOf = (held: readonly string[]): string =>
  held.length === 0 ? 'No changes need a review' : `Changes that need a review: ${held.join(', ')}`;
