import type { GraphQLError, GraphQLFormattedError } from 'graphql';

/** Errors without what says how HTTP answers them, for whoever is told in another way. */
export const withoutStatus = (errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] =>
  errors.map((error) => {
    const { extensions: { http: _status, ...extensions } = {}, ...formatted } = error.toJSON();
    return { ...formatted, extensions };
  });
