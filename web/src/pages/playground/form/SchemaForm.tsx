// The package's index also loads a test helper, whose validator generates code.
import RjsfForm from '@rjsf/core/lib/components/Form.js';
import type { ErrorSchema, Experimental_DefaultFormStateBehavior, RJSFSchema } from '@rjsf/utils';
import { FileWidget, NamedFileWidget } from './FileWidget.tsx';
import { Description, FieldErrors, FieldTemplate, WrapIfAdditional } from './fieldTemplates.tsx';
import {
  ArrayItemTemplate,
  ArrayTemplate,
  CyclicExpand,
  MultiSchemaTemplate,
  ObjectTemplate,
  UnsupportedField,
} from './groupTemplates.tsx';
import { NumberField } from './NumberField.tsx';
import { withoutFilledIn } from './newMembers.ts';
import { OptionalGroup } from './OptionalGroup.tsx';
import { validator } from './validator.ts';
import { BaseInput, CheckboxesWidget, CheckboxWidget, SelectWidget, TextareaWidget } from './widgets.tsx';

const TEMPLATES = {
  ArrayFieldItemTemplate: ArrayItemTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  BaseInputTemplate: BaseInput,
  CyclicSchemaExpandTemplate: CyclicExpand,
  DescriptionFieldTemplate: Description,
  ErrorListTemplate: () => null,
  FieldErrorTemplate: FieldErrors,
  FieldTemplate,
  MultiSchemaFieldTemplate: MultiSchemaTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  OptionalDataControlsTemplate: OptionalGroup,
  UnsupportedFieldTemplate: UnsupportedField,
  WrapIfAdditionalTemplate: WrapIfAdditional,
};

const FIELDS = { NumberField };

// Keyed by the schema's format if it has one, otherwise by the kind of control.
const WIDGETS = {
  CheckboxesWidget,
  CheckboxWidget,
  SelectWidget,
  TextareaWidget,
  byte: FileWidget,
  'named-file': NamedFileWidget,
};

// Fill in only required values. A default or empty object that the person didn't enter would change the call.
const DEFAULTS: Experimental_DefaultFormStateBehavior = {
  emptyObjectFields: 'populateRequiredDefaults',
  arrayMinItems: { populate: 'requiredOnly' },
  constAsDefaults: 'skipOneOf',
};

const UI = {
  'ui:submitButtonOptions': { norender: true },
  'ui:globalOptions': { enableOptionalDataFieldForType: ['object' as const] },
};

type SchemaFormProps = {
  /** The stack for whose calls files are stored. */
  readonly stackId: string;
  readonly schema: RJSFSchema;
  readonly value: unknown;
  readonly errors: ErrorSchema;
  readonly onChange: (value: unknown) => void;
};

/** Fields for a JSON Schema, without a form element. */
export function SchemaForm({ stackId, schema, value, errors, onChange }: SchemaFormProps) {
  return (
    <RjsfForm
      tagName="div"
      idPrefix="input"
      schema={schema}
      uiSchema={UI}
      validator={validator}
      formData={value}
      extraErrors={errors}
      templates={TEMPLATES}
      widgets={WIDGETS}
      fields={FIELDS}
      formContext={{ stackId }}
      experimental_defaultFormStateBehavior={DEFAULTS}
      useFallbackUiForUnsupportedType
      noHtml5Validate
      onChange={({ formData }) => onChange(withoutFilledIn(formData, value))}
    />
  );
}
