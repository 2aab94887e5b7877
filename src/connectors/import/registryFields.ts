import { withoutEnds } from '../../core/lib/trim.ts';
import type { CredentialFieldDocument, Placement } from '../../core/servers/document.ts';
import type { RegistryInput, RegistryKeyValue } from './registrySchema.ts';

const SLOT = /\{([^{}]+)\}/g;
const FIELD_ID_CHARACTERS_MAX = 64;

/** Headers or environment variables as templates, and the credential fields that fill their slots. */
export type RegistryInputs = {
  readonly templates: Readonly<Record<string, string>>;
  readonly fields: readonly CredentialFieldDocument[];
};

/** Whether inputs become HTTP headers or environment variables. */
type PlacementKind = 'header' | 'env';

/**
 * Converts inputs to fields. An input without a value becomes one field; in an input with a value, each variable
 * becomes a field.
 */
export function toInputs(inputs: readonly RegistryKeyValue[], kind: PlacementKind): RegistryInputs {
  const templates: Record<string, string> = {};
  const fields: CredentialFieldDocument[] = [];
  for (const input of inputs) {
    const { template, variableFields } = resolveTemplate(input.value, input.variables);
    if (template === null) fields.push(toField(input.name, input, { in: kind, name: input.name }));
    else if (variableFields.length === 1)
      fields.push(
        ...variableFields.map((field) => ({
          ...field,
          placement:
            template === `{${field.id}}` ? { in: kind, name: input.name } : { in: kind, name: input.name, template },
        })),
      );
    else {
      templates[input.name] = template;
      fields.push(...variableFields);
    }
  }
  return { templates, fields: uniqueById(fields) };
}

/** A URL whose open variables become required fields, because an incomplete address is invalid. */
export function resolveUrl(url: string, variables: Readonly<Record<string, RegistryInput>>) {
  const { template, variableFields } = resolveTemplate(url, variables);
  return { url: template ?? url, fields: uniqueById(variableFields.map((field) => ({ ...field, required: true }))) };
}

function resolveTemplate(value: string | undefined, variables: Readonly<Record<string, RegistryInput>>) {
  const variableFields: CredentialFieldDocument[] = [];
  const template = value?.replace(SLOT, (slot, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!variable) return slot;
    if (variable.value !== undefined) return variable.value;
    const field = toField(name, variable);
    variableFields.push(field);
    return `{${field.id}}`;
  });
  return { template: template ?? null, variableFields };
}

function toField(name: string, input: RegistryInput, placement?: Placement): CredentialFieldDocument {
  return {
    id: fieldIdOf(name),
    name,
    description: describe(input),
    required: input.isRequired,
    secret: input.isSecret,
    ...(placement && { placement }),
  };
}

/** An input without further information: required, and secret because most are. */
export const SECRET = { isRequired: true, isSecret: true, format: 'string' } as const;

/** The field id for an input with that name. */
export const fieldIdOf = (name: string): string =>
  withoutEnds(name.toLowerCase().replace(/[^a-z0-9]+/g, '_'), '_').slice(0, FIELD_ID_CHARACTERS_MAX) || 'value';

/** The field's description, with its choices, default and placeholder. */
function describe({ description, choices, default: preset, placeholder }: RegistryInput): string {
  const parts = [
    description?.trim().replace(/\.$/, ''),
    choices && `One of: ${choices.join(', ')}`,
    preset !== undefined && `Default: ${preset}`,
    placeholder && `Example: ${placeholder}`,
  ];
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => `${part}.`)
    .join(' ');
}

function uniqueById(fields: readonly CredentialFieldDocument[]): CredentialFieldDocument[] {
  return [...new Map(fields.map((field) => [field.id, field])).values()];
}
