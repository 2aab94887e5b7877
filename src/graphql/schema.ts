import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import './account.ts';
import './apiKey.ts';
import './audit.ts';
import { builder } from './builder.ts';
import './call.ts';
import './callStatistics.ts';
import './connectLink.ts';
import './credentialMutations.ts';
import './endpoint.ts';
import './invitation.ts';
import './invoke.ts';
import './invokeBatch.ts';
import { chargeRootFields } from './limits.ts';
import './passkey.ts';
import './passkeySignIn.ts';
import './previewServer.ts';
import './rateLimit.ts';
import './refreshTools.ts';
import './scalars.ts';
import './serverMutations.ts';
import './signIn.ts';
import './stackMutations.ts';
import './stackServerMutations.ts';
import './stackToolMutations.ts';
import './stackTools.ts';
import './subscriptions.ts';
import './userMutations.ts';

/** The whole schema. @throws when a root field does not say which limit it spends from */
export const buildGraphqlSchema = (): GraphQLSchema => chargeRootFields(withCountsDescribed(builder.toSchema()));

// Pothos adds this field to connections itself and takes no description for it.
const withCountsDescribed = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name) =>
      name === 'totalCount' && !field.description ? { ...field, description: 'Rows in the whole list.' } : field,
  });
