import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';

type EndUserFormProps = {
  readonly endUser: string | null;
  /** Called with the chosen end user; null means the stack's own credentials. */
  readonly onChoose: (endUser: string | null) => void;
};

/** End user ids that the API accepts. */
const END_USER = '[\\x21-\\x7e]{1,128}';

/** Selects whose credentials the forms below edit. */
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
          ? 'Showing the stack’s credentials. Show an end user’s instead'
          : 'Showing an end user’s credentials'}
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
          hint="Your own ID for one of your users, as your program sends it in X-End-User. Leave empty for the stack."
          error={isValid ? null : '1 to 128 letters, digits or symbols, without spaces'}
          isMono
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="row">
          <Button type="submit" disabled={!isValid}>
            Show credentials
          </Button>
          {endUser !== null && <Button onClick={leave}>Back to the stack</Button>}
        </div>
      </form>
      <div role="status">
        {endUser !== null && (
          <Notice>
            <p>
              The forms below apply only to the end user <code>{endUser}</code>.
            </p>
          </Notice>
        )}
      </div>
    </details>
  );
}
