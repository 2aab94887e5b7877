import type { FieldProps } from '@rjsf/utils';
import { toFormNumber } from '../json.ts';

/** Keeps a number as entered. The library's own field would round long ones to JavaScript numbers. */
export function NumberField(props: FieldProps) {
  const { registry, onChange } = props;
  const { StringField } = registry.fields;
  const change: FieldProps['onChange'] = (value, ...more) =>
    onChange(typeof value === 'string' ? toFormNumber(value) : value, ...more);
  return StringField ? <StringField {...props} onChange={change} /> : null;
}
