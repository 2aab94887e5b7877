import { TextField } from '../../ui/Field.tsx';
import type { Options } from './draft.ts';

type MoreOptionsProps = { readonly options: Options; readonly onChange: (options: Options) => void };

/** What few calls need. */
export function MoreOptions({ options, onChange }: MoreOptionsProps) {
  const field = (name: keyof Options) => ({
    value: options[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...options, [name]: target.value }),
  });
  return (
    <details className="playground__more">
      <summary>More</summary>
      <div className="stack">
        <TextField
          label="End user"
          hint="The id of one of your users, where servers use that user’s credentials."
          {...field('endUser')}
        />
        <TextField
          label="Select"
          hint="A JMESPath expression: only this part of the result comes back."
          isMono
          spellCheck={false}
          {...field('select')}
        />
        <TextField
          label="Max bytes"
          hint="From 256: a larger result comes in parts."
          type="number"
          min={256}
          inputMode="numeric"
          {...field('maxBytes')}
        />
      </div>
    </details>
  );
}
