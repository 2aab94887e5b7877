import { AppError } from '../core/lib/errors.ts';
import { builder } from './builder.ts';

/** A value of a credential field, as input of mutations. */
export const CredentialValueInput = builder.inputType('CredentialValueInput', {
  description: 'A value of a credential field.',
  fields: (t) => ({
    fieldId: t.id({ required: true, description: 'The field, such as `linear_api_key`.' }),
    value: t.string({
      required: true,
      description: 'Its value, at most 16 KiB of text. Only fields with `mayBeEmpty` accept an empty value.',
    }),
  }),
});

/** Marks the argument of 0.1, an object of values by field id. */
export const OLD_VALUES = { deprecationReason: 'Use `credentialValues`.' } as const;

type Values = readonly (typeof CredentialValueInput.$inferInput)[];

const IN_CORE = '/credentials';

/** Calls a verb with the values by field id. @throws invalid_input for a field given twice; as the verb */
export async function withValues<R>(
  values: Values,
  verb: (credentials: Readonly<Record<string, string>>) => Promise<R>,
): Promise<R> {
  const byField = new Map(values.map(({ fieldId, value }) => [fieldId, value]));
  if (byField.size < values.length)
    throw new AppError('invalid_input', 'Invalid credential format', {
      issues: [{ path: '/credentialValues', message: 'must not name a field twice' }],
    });
  try {
    return await verb(Object.fromEntries(byField));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Issues name a value by its position in the list.
    const places = new Map(values.map(({ fieldId }, at) => [`${IN_CORE}/${fieldId}`, `/credentialValues/${at}/value`]));
    places.set(IN_CORE, '/credentialValues');
    const issues = error.details.issues?.map((issue) => ({ ...issue, path: places.get(issue.path) ?? issue.path }));
    throw new AppError(error.code, error.message, { ...error.details, ...(issues && { issues }) }, error);
  }
}
