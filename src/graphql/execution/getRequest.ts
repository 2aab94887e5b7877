import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';

const JSON_PARAMETERS = ['variables', 'extensions'] as const;

/**
 * The parameter; null if absent.
 * @throws invalid_input for a repeated one
 */
function parameterOf(parameters: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = parameters[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  throw new AppError('invalid_input', `Pass the parameter ${name} only once`);
}

export const HOW_TO_ASK =
  'Send operations as POST with Content-Type: application/json, or queries as GET with the parameter query';

/**
 * The equivalent `POST` body (GraphQL over HTTP). `variables` and `extensions` are JSON in the address, and keep their
 * notation.
 * @throws invalid_input
 */
export function bodyOfGet(parameters: unknown): Buffer {
  const query = isRecord(parameters) ? parameters : {};
  const texts = ['query', 'documentId', 'operationName'].flatMap((name) => {
    const value = parameterOf(query, name);
    return value === null || (name === 'operationName' && value === '')
      ? []
      : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  const values = JSON_PARAMETERS.flatMap((name) => {
    const value = parameterOf(query, name);
    return value === null || value === '' ? [] : [`${JSON.stringify(name)}:${checkedJson(name, value)}`];
  });
  return Buffer.from(`{${[...texts, ...values].join()}}`);
}

/** The text is inserted into JSON. Invalid JSON could close its value early and add members. */
function checkedJson(name: string, text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new AppError('invalid_input', `The parameter ${name} is not JSON`);
  }
}
