import { toErrorList, type ValidatorType } from '@rjsf/utils';
import { withPlainNumbers } from '../../../api/exactJson.ts';
import { isRecord } from '../../../api/isRecord.ts';
import { toJson } from '../json.ts';
import { toErrors } from './errors.ts';
import { findErrors, isValid, unitsOf } from './findErrors.ts';

/** Validates without code generation, because the page's Content-Security-Policy forbids it. */
export const validator: ValidatorType = {
  validateFormData(value, schema) {
    const errorSchema = toErrors(findErrors(schema, value));
    return { errors: toErrorList(errorSchema), errorSchema };
  },
  isValid: (schema, value, root) => isRecord(schema) && isValid(schema, value, root),
  rawValidation: (schema, value) => ({ errors: asResults(unitsOf(schema, withPlainNumbers(toJson(value)) ?? {})) }),
};

/** Boundary: the caller chooses the error type. */
const asResults = <Result>(units: readonly unknown[]): Result[] => units as Result[];
