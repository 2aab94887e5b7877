import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null;
};

type ControlProps = { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true };

/** Label, hint and error of a control, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (wired: ControlProps) => ReactNode }) {
  const id = useId();
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const wired = { id, ...(notes && { 'aria-describedby': notes }), ...(error && { 'aria-invalid': true as const }) };
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children(wired)}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type TextProps = FieldProps & InputHTMLAttributes<HTMLInputElement> & { readonly isMono?: boolean };

export function TextField({ label, hint, error = null, isMono = false, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => <input autoComplete="off" {...input} {...wired} className={controlClass(isMono)} />}
    </Field>
  );
}

type AreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly isMono?: boolean };

export function TextAreaField({ label, hint, error = null, isMono = false, ...area }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => <textarea spellCheck={!isMono} {...area} {...wired} className={controlClass(isMono)} />}
    </Field>
  );
}

type SelectProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement>;

export function SelectField({ label, hint, error = null, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => (
        <select {...select} {...wired} className="control">
          {children}
        </select>
      )}
    </Field>
  );
}

const controlClass = (isMono: boolean): string => (isMono ? 'control control--mono' : 'control');
