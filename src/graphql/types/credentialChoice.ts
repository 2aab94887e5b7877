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
  description: 'Credentials that together let tools of a server be called, instead of others.',
  fields: (t) => ({
    fieldIds: t.idList({ description: 'The fields.', resolve: ({ fieldIds }) => [...fieldIds] }),
    toolCount: t.exposeInt('toolCount', { description: 'How many of the tools can be called with them.' }),
  }),
});

builder.objectField(Server, 'credentialChoices', (t) =>
  t.field({
    type: [CredentialChoiceType],
    description:
      'Sets of credentials of which tools need any one, that for most tools first; empty where no tool leaves a choice. Required credentials are needed in addition.',
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
