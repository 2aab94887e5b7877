import type { GraphQLSchema } from 'graphql';
import './account.ts';
import './apiKey.ts';
import './audit.ts';
import { builder } from './builder.ts';
import './credentialMutations.ts';
import './endpoint.ts';
import './invoke.ts';
import { chargeRootFields } from './limits.ts';
import './rateLimit.ts';
import './scalars.ts';
import './serverMutations.ts';
import './stackMutations.ts';
import './stackServerMutations.ts';
import './stackTools.ts';

/** The whole schema. @throws when a root field does not say which limit it spends from */
export const buildGraphqlSchema = (): GraphQLSchema => chargeRootFields(builder.toSchema());
