import { validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../context.ts';

/** Visitors are not told how a name is rightly spelled: introspection is not for them, and this would take its place. */
export const suggestionsPlugin: Plugin<GraphqlContext> = {
  onValidate: ({ context, setValidationFn }) => {
    if (context.app.actor.kind !== 'visitor') return;
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, hideSuggestions: true }),
    );
  },
};
