import { validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../context.ts';

/** Visitors get no spelling suggestions, which would replace the introspection that they may not use. */
export const suggestionsPlugin: Plugin<GraphqlContext> = {
  onValidate: ({ context, setValidationFn }) => {
    if (context.app.actor.kind !== 'visitor') return;
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, hideSuggestions: true }),
    );
  },
};
