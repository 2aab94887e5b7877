import './types/account.ts';
import './types/alert.ts';
import './types/alertRules.ts';
import './types/apiKey.ts';
import './types/applicationSharing.ts';
import './types/approval.ts';
import './types/announcedCall.ts';
import './types/approvalDetails.ts';
import './types/audit.ts';
import './types/relations.ts';
import './types/call.ts';
import './types/callContents.ts';
import './types/callOrigin.ts';
import './types/callStatistics.ts';
import './types/toolStatistics.ts';
import './types/usageStatistics.ts';
import './types/chatModel.ts';
import './types/askModel.ts';
import './types/credential.ts';
import './types/credentialChoice.ts';
import './types/credentialField.ts';
import './types/credentialProblem.ts';
import './types/endpoint.ts';
import './types/firstSteps.ts';
import './types/file.ts';
import './types/invitation.ts';
import './types/objects.ts';
import './types/invoke.ts';
import './types/job.ts';
import './types/lackingTools.ts';
import './types/serviceAccount.ts';
import './types/marketplaceServer.ts';
import './types/passkey.ts';
import './types/policyDecision.ts';
import './types/policyRule.ts';
import './types/updatePolicyRule.ts';
import './types/previewOperations.ts';
import './types/previewServer.ts';
import './types/registry.ts';
import './execution/rateLimit.ts';
import './types/servers.ts';
import './types/signIn.ts';
import './types/stack.ts';
import './types/stackServer.ts';
import './types/stackDocument.ts';
import './types/stackHealth.ts';
import './types/stackLinks.ts';
import './types/stackServers.ts';
import './types/stackMachines.ts';
import './types/stackTemplate.ts';
import './types/stackTools.ts';
import './types/stackVersion.ts';
import './types/skill.ts';
import './types/subscriptions.ts';
import './types/serverRefresh.ts';
import './types/instructionChange.ts';
import './types/heldChanges.ts';
import './types/toolHints.ts';
import './types/resultLabel.ts';
import './types/toolChange.ts';
import './types/testConnection.ts';
import './types/trustedIssuer.ts';
import './types/user.ts';
import './types/webhook.ts';
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { memoize } from '../core/lib/memoize.ts';
import { builder } from './builder.ts';
import { withLongLists } from './execution/longLists.ts';
import { withPageEnds } from './execution/pageEnds.ts';
import { chargeRootFields } from './types/limits.ts';
import { withNeedsDescribed } from './types/needs.ts';

/** The whole schema, shared by all services of a process. @throws if a root field lacks its limit class or right */
export const graphqlSchema: () => GraphQLSchema = memoize(() =>
  chargeRootFields(withLongLists(withPageEnds(withNeedsDescribed(withCountsDescribed(builder.toSchema()))))),
);

// Pothos adds this field to connections without a way to describe it.
const withCountsDescribed = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name) =>
      name === 'totalCount' && !field.description ? { ...field, description: 'Rows in the whole list.' } : field,
  });

/** The schema as `schema.graphql` stores it. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
