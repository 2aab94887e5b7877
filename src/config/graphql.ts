import { z } from 'zod';

/** Which documents GraphQL executes. */
export type GraphqlSettings = {
  /** The path of the trusted documents file; null without one. */
  readonly documentsFile: string | null;
  /** Whether only trusted documents are executed. */
  readonly isTrustedOnly: boolean;
};

/** The variables of trusted documents. */
export const GRAPHQL_VARIABLES = {
  TOOLYARD_GRAPHQL_DOCUMENTS: z.string().optional(),
  TOOLYARD_GRAPHQL_DOCUMENTS_ONLY: z.enum(['true', 'false'], 'must be true or false').default('false'),
};
