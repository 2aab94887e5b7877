import {
  ariaDescribedByIds,
  type BaseInputTemplateProps,
  type EnumOptionsType,
  enumOptionSelectedValue,
  enumOptionValueDecoder,
  enumOptionValueEncoder,
  getInputProps,
  getOptionValueFormat,
  type RJSFSchema,
  type WidgetProps,
} from '@rjsf/utils';
import { useEffect } from 'react';
import { isFormNumber, shownNumber } from '../json.ts';
import { rememberChoice } from './chosen.ts';

const wiring = ({ id, rawErrors, hideLabel, label, disabled, readonly }: WidgetProps) => ({
  id,
  'aria-describedby': ariaDescribedByIds(id),
  ...((rawErrors?.length ?? 0) > 0 && { 'aria-invalid': true as const }),
  ...(hideLabel && { 'aria-label': label }),
  disabled: disabled || readonly,
});

function textOf(value: unknown): string | number {
  if (isFormNumber(value)) return shownNumber(value);
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

export function BaseInput(props: BaseInputTemplateProps) {
  const { value, schema, type, options, onChange, onChangeOverride, placeholder } = props;
  const { type: kind, step } = getInputProps(schema, type, options);
  const change = (text: string) => onChange(text === '' ? options.emptyValue : text);
  return (
    <input
      {...wiring(props)}
      className="control"
      type={kind}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder || hintOf(schema)}
      {...(step !== undefined && { step })}
      value={textOf(value)}
      onChange={onChangeOverride ?? ((event) => change(event.target.value))}
    />
  );
}

/** The default, or else an example. */
const hintOf = ({ default: preset, examples }: RJSFSchema): string =>
  typeof preset === 'string' || typeof preset === 'number' ? `Default: ${preset}` : exampleOf(examples);

const exampleOf = (examples: unknown): string => {
  const [first]: readonly unknown[] = Array.isArray(examples) ? examples : [];
  return typeof first === 'string' || typeof first === 'number' ? String(first) : '';
};

export function TextareaWidget(props: WidgetProps) {
  const { value, options, onChange } = props;
  return (
    <textarea
      {...wiring(props)}
      className="control"
      spellCheck={false}
      value={textOf(value)}
      onChange={({ target }) => onChange(target.value === '' ? options.emptyValue : target.value)}
    />
  );
}

const ALTERNATIVES = /__(?:any|one)of_select$/;

export function SelectWidget(props: WidgetProps) {
  const { id, value, multiple = false, onChange, schema, options, label } = props;
  const { enumOptions = [], emptyValue } = options;
  const format = getOptionValueFormat(options);
  const selected = enumOptionSelectedValue(value, enumOptions, false, format, '');
  const isAlternatives = ALTERNATIVES.test(id);
  useEffect(() => (isAlternatives && typeof value === 'number' ? rememberChoice(id, value) : undefined));
  if (multiple) return <CheckboxesWidget {...props} />;
  const select = (
    <select
      {...wiring(props)}
      {...(isAlternatives && { 'aria-label': `Type of ${label}` })}
      className="control"
      value={String(selected)}
      onChange={({ target }) => onChange(enumOptionValueDecoder(target.value, enumOptions, format, emptyValue))}
    >
      {!isAlternatives && <option value="">{unsetText(schema.default)}</option>}
      {enumOptions.map((option, index) => (
        <option key={String(option.value)} value={enumOptionValueEncoder(option.value, index, format)}>
          {option.label}
        </option>
      ))}
    </select>
  );
  // Object alternatives have no label.
  return isAlternatives && props.hideLabel ? (
    <>
      <span className="field__label">{label}</span>
      {select}
    </>
  ) : (
    select
  );
}

const unsetText = (preset: unknown): string =>
  typeof preset === 'string' || typeof preset === 'number' ? `Not set (default: ${preset})` : 'Not set';

const BOOLEANS = [
  ['Unset', undefined],
  ['True', true],
  ['False', false],
] as const;

/** Three choices, because an absent value is neither true nor false. */
export function CheckboxWidget({ id, value, schema, label, disabled, readonly, required, onChange }: WidgetProps) {
  const unset = typeof schema.default === 'boolean' ? `Unset (default: ${schema.default})` : 'Unset';
  return (
    <fieldset
      id={id}
      className="field"
      disabled={Boolean(disabled || readonly)}
      aria-describedby={ariaDescribedByIds(id)}
    >
      <legend className="field__label">
        {label}
        {required && <span className="playground-form__required"> required</span>}
      </legend>
      <div className="row">
        {BOOLEANS.map(([name, each]) => (
          <label key={name} className="choice">
            <input type="radio" name={id} checked={(value ?? undefined) === each} onChange={() => onChange(each)} />
            {each === undefined ? unset : name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const isChosen = (value: unknown, option: EnumOptionsType): boolean =>
  Array.isArray(value) && value.includes(option.value);

export function CheckboxesWidget({ id, label, value, options, disabled, readonly, onChange }: WidgetProps) {
  const { enumOptions = [] } = options;
  const toggle = (toggled: EnumOptionsType, isOn: boolean) =>
    onChange(
      enumOptions
        .filter((option) => (option === toggled ? isOn : isChosen(value, option)))
        .map((option) => option.value),
    );
  return (
    <fieldset id={id} aria-label={label} className="stack stack--small" disabled={Boolean(disabled || readonly)}>
      {enumOptions.map((option) => (
        <label key={String(option.value)} className="choice">
          <input
            type="checkbox"
            className="playground-form__check"
            checked={isChosen(value, option)}
            onChange={({ target }) => toggle(option, target.checked)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
