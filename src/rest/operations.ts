import type { JsonObject } from '../core/lib/json.ts';
import type { Noun, Operation } from './operation.ts';
import { apiKeyOperations } from './operations/apiKeys.ts';
import { credentialOperations } from './operations/credentials.ts';
import { endpointOperations } from './operations/endpoints.ts';
import { jobOperations } from './operations/jobs.ts';
import { ruleOperations } from './operations/rules.ts';
import { serverOperations } from './operations/servers.ts';
import { skillOperations } from './operations/skills.ts';
import { stackOperations } from './operations/stacks.ts';
import { toolOperations } from './operations/tools.ts';

const NOUNS: readonly Noun[] = [
  stackOperations,
  serverOperations,
  credentialOperations,
  toolOperations,
  jobOperations,
  skillOperations,
  endpointOperations,
  apiKeyOperations,
  ruleOperations,
];

/** Every documented operation. */
export const OPERATIONS: readonly Operation[] = NOUNS.flatMap(({ operations }) => operations);

/** The bodies that operations describe. */
export const SCHEMAS: JsonObject = Object.assign({}, ...NOUNS.map(({ schemas }) => schemas));

/** The path in the router's notation: `/v1/stacks/:stack_id`. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
