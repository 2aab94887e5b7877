import type { GraphQLError, GraphQLFormattedError } from 'graphql';

/** Errors without their HTTP status, for other transports. */
export const withoutStatus = (errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] =>
  errors.map((error) => {
    const { extensions: { http: _status, ...extensions } = {}, ...formatted } = error.toJSON();
    return { ...formatted, extensions };
  });
