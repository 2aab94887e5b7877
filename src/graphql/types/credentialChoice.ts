import {
  countToolsByField,
  type FieldChoice,
  listCredentialChoices,
} from '../../core/marketplace/credentialChoices.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { CredentialField } from './credentialField.ts';
import { Server } from './marketplaceServer.ts';

const findChoices = batched(listCredentialChoices);
const findCounts = batched(countToolsByField);

const CredentialChoiceType = builder.objectRef<FieldChoice>('CredentialChoice').implement({
  description: 'One of several alternative sets of credentials that enable tools of a server.',
  fields: (t) => ({
    fieldIds: t.idList({ description: 'The fields.', resolve: ({ fieldIds }) => [...fieldIds] }),
    toolCount: t.exposeInt('toolCount', { description: 'The number of tools that they enable.' }),
  }),
});

builder.objectField(Server, 'credentialChoices', (t) =>
  t.field({
    type: [CredentialChoiceType],
    description:
      'Alternative sets of credentials, for tools that need any one of several. The set that enables the most tools comes first. Empty if no tool has alternatives. Required credentials are always needed too.',
    resolve: async ({ id }, _args, context) => [...((await findChoices(context, id)) ?? [])],
  }),
);

builder.objectField(CredentialField, 'toolCount', (t) =>
  t.field({
    type: 'Int',
    description:
      'The number of the server’s tools that need it in addition to the required credentials; 0 if none does.',
    resolve: async ({ serverId, fieldId }, _args, context) => (await findCounts(context, serverId))?.get(fieldId) ?? 0,
  }),
);
