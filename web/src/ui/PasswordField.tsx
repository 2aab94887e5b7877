import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

/** The server's minimum. */
export const PASSWORD_CHARACTERS_MIN = 12;
export const PASSWORD_HINT = `At least ${PASSWORD_CHARACTERS_MIN} characters. Several random words work well.`;

type PasswordFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
};

/** A password input with a show button. */
export function PasswordField({ label, hint, error = null, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => (
        <div className="secret-input">
          <input {...input} {...wired} type={isShown ? 'text' : 'password'} className="control" spellCheck={false} />
          <Button
            kind="plain"
            size="small"
            isIcon
            aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon size={16} aria-hidden />
          </Button>
        </div>
      )}
    </Field>
  );
}
