import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';

type EndUserFormProps = {
  readonly endUser: string | null;
  /** Null for the stack’s own credentials. */
  readonly onChoose: (endUser: string | null) => void;
};

/** As the API takes them. */
const END_USER = '[\\x21-\\x7e]{1,128}';

/** Says whose credentials the forms below are about. */
export function EndUserForm({ endUser, onChoose }: EndUserFormProps) {
  const [text, setText] = useState(endUser ?? '');
  const leave = () => {
    setText('');
    onChoose(null);
  };
  const isValid = text === '' || new RegExp(`^${END_USER}$`).test(text);
  return (
    <details className="card stacks-details" open={endUser !== null || undefined}>
      <summary>
        {endUser === null
          ? 'These are the stack’s own. Show an end user’s instead'
          : 'Shown are the credentials of an end user'}
      </summary>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) onChoose(text === '' ? null : text);
        }}
      >
        <TextField
          label="End user"
          hint="Your own id for one of your users, as your program sends it in X-End-User. Empty for the stack’s own."
          error={isValid ? null : '1 to 128 letters, digits or signs, without spaces'}
          isMono
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="row">
          <Button type="submit" disabled={!isValid}>
            Show credentials
          </Button>
          {endUser !== null && <Button onClick={leave}>Back to the stack’s own</Button>}
        </div>
      </form>
      <div role="status">
        {endUser !== null && (
          <Notice>
            <p>
              The forms below are about the end user <code>{endUser}</code> alone.
            </p>
          </Notice>
        )}
      </div>
    </details>
  );
}
