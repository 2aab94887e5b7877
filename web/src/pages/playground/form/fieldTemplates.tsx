import {
  ADDITIONAL_PROPERTY_FLAG,
  type DescriptionFieldProps,
  errorId,
  type FieldErrorProps,
  type FieldTemplateProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { Trash2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { withoutMarks } from '../../../ui/withoutMarks.ts';
import { isPlaceholder } from './newMembers.ts';

/** The id of the control that the label belongs to: the select of alternatives, if the field has one. */
const controlId = ({ id, schema, registry }: FieldTemplateProps): string => {
  if ((!schema.anyOf && !schema.oneOf) || registry.schemaUtils.isSelect(schema)) return id;
  return `${id}${schema.oneOf ? '__oneof_select' : '__anyof_select'}`;
};

export function FieldTemplate(props: FieldTemplateProps) {
  const { label, children, errors, description, rawDescription, hidden, required, displayLabel, schema } = props;
  if (hidden) return null;
  const hasLabel = displayLabel || schema.type === 'boolean';
  return (
    <WrapIfAdditional {...props}>
      <div className="field">
        {displayLabel && (
          <label className="field__label" htmlFor={controlId(props)}>
            {label}
            {required && <span className="playground-form__required"> required</span>}
          </label>
        )}
        {children}
        {hasLabel && rawDescription && description}
        {errors}
      </div>
    </WrapIfAdditional>
  );
}

export function Description({ id, description }: DescriptionFieldProps) {
  if (!description) return null;
  return (
    <p className="field__hint playground-form__hint" id={id}>
      {typeof description === 'string' ? withoutMarks(description) : description}
    </p>
  );
}

export function FieldErrors({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null;
  return (
    <div className="field__error" id={errorId(fieldPathId)}>
      {errors.map((error) => (
        <p key={String(error)}>{error}</p>
      ))}
    </div>
  );
}

/** A member that the person added. They can rename or remove it. */
export function WrapIfAdditional(props: WrapIfAdditionalTemplateProps) {
  const { id, label, schema, children, disabled, readonly, onKeyRenameBlur, onRemoveProperty } = props;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return children;
  return (
    <div className="playground-form__member">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-key`}>
          Name
        </label>
        <input
          key={label}
          id={`${id}-key`}
          className="control control--mono"
          defaultValue={isPlaceholder(label) ? '' : label}
          disabled={disabled || readonly}
          onBlur={(event) => event.target.value !== '' && onKeyRenameBlur(event)}
        />
      </div>
      {children}
      <Button
        kind="plain"
        size="small"
        isIcon
        aria-label={isPlaceholder(label) ? 'Remove field' : `Remove ${label}`}
        onClick={onRemoveProperty}
      >
        <Trash2 size={16} aria-hidden />
      </Button>
    </div>
  );
}
