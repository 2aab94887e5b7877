import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraphqlSchema } from './schema.ts';

/** The schema as `schema.graphql` keeps it. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`;
