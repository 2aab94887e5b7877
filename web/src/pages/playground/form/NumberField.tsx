import type { FieldProps } from '@rjsf/utils';
import { toFormNumber } from '../json.ts';

/** A number as it is entered: the library's own field makes it one of JavaScript, which changes long ones. */
export function NumberField(props: FieldProps) {
  const { registry, onChange } = props;
  const { StringField } = registry.fields;
  const change: FieldProps['onChange'] = (value, ...more) =>
    onChange(typeof value === 'string' ? toFormNumber(value) : value, ...more);
  return StringField ? <StringField {...props} onChange={change} /> : null;
}
