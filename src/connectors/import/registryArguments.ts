import { AppError } from '../../core/lib/errors.ts';
import type { RegistryArgument, RegistryInput } from './registrySchema.ts';

const SLOT = /\{([^{}]+)\}/g;

/** Values for arguments, by variable, flag or `valueHint`; `''` sets a flag without a value. */
export type ArgumentValues = Readonly<Record<string, string>>;

/**
 * The command line for a package's arguments. It is fixed at import. It holds no account values, because other
 * processes on the machine can read it.
 * @throws invalid_input naming an argument that needs a value or is a secret
 */
export const toArguments = (entries: readonly RegistryArgument[], values: ArgumentValues): readonly string[] =>
  entries.flatMap((argument) => {
    const value = resolveArgument(argument, values);
    if (value === null) return [];
    if (argument.type === 'positional') return [value];
    if (value === '') return [argument.name];
    return argument.name.startsWith('--') ? [`${argument.name}=${value}`] : [argument.name, value];
  });

function resolveArgument(argument: RegistryArgument, values: ArgumentValues): string | null {
  const name = argument.type === 'named' ? argument.name : (argument.valueHint ?? 'value');
  if (argument.value === undefined) return resolve(name, argument, values);
  let isComplete = true;
  const filled = argument.value.replace(SLOT, (slot, key: string) => {
    const variable = Object.hasOwn(argument.variables, key) ? argument.variables[key] : undefined;
    if (!variable) return slot;
    const value = resolve(key, { ...variable, isRequired: variable.isRequired || argument.isRequired }, values);
    isComplete &&= value !== null;
    return value ?? '';
  });
  return isComplete ? filled : null;
}

function resolve(name: string, input: RegistryInput, values: ArgumentValues): string | null {
  if (input.isSecret) throw refused(name, 'is a secret, which must not be on a command line');
  const configured = Object.hasOwn(values, name) ? values[name] : undefined;
  const value = configured ?? input.value ?? (input.format === 'filepath' ? '{scratch}' : input.default);
  if (value === undefined && input.isRequired) throw refused(name, 'needs a value on import');
  return value ?? null;
}

const refused = (name: string, why: string) => new AppError('invalid_input', `The argument ${name} ${why}`);
