import type { RJSFSchema } from '@rjsf/utils';
import { Play } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { Draft, Options } from './draft.ts';
import { hasErrors } from './form/errors.ts';

const SchemaForm = lazy(() => import('./form/SchemaForm.tsx').then((module) => ({ default: module.SchemaForm })));

type ArgumentsProps = {
  readonly stackId: string;
  readonly schema: RJSFSchema;
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly onDryRun: () => void;
};

/** The tool's arguments. Enter alone doesn't run the tool, because the tool may change data. */
export function Arguments({ stackId, schema, draft, isBusy, onRun, onDryRun }: ArgumentsProps) {
  const form = useRef<HTMLFormElement>(null);
  const check = (begin: () => void) => {
    begin();
    // Runs after React has rendered any errors.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) check(onRun);
  };
  return (
    <form
      ref={form}
      className="card stack"
      aria-label="Arguments"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <div className="row row--spread">
        <h3>Arguments</h3>
        <Switch
          label="Edit as JSON"
          isOn={draft.text !== null}
          isDisabled={draft.problem !== null}
          onChange={draft.editAsText}
        />
      </div>
      <Input stackId={stackId} schema={schema} draft={draft} />
      {draft.text === null && hasErrors(draft.errors) && (
        <p role="alert" className="field__error">
          Fix the highlighted arguments.
        </p>
      )}
      <MoreOptions options={draft.options} onChange={draft.setOptions} />
      <div className="row">
        <Button kind="primary" isBusy={isBusy} onClick={() => check(onRun)}>
          <Play size={16} aria-hidden />
          {isBusy ? 'Running' : 'Run'}
        </Button>
        <Button disabled={isBusy} title="Show the request without sending it" onClick={() => check(onDryRun)}>
          Dry run
        </Button>
        <span className="small soft playground__keys">
          or press <kbd>Ctrl</kbd> + <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  );
}

function Input({ stackId, schema, draft }: Pick<ArgumentsProps, 'stackId' | 'schema' | 'draft'>) {
  if (draft.text !== null) {
    return (
      <TextAreaField
        label="Input as JSON"
        isMono
        rows={12}
        value={draft.text}
        error={draft.problem}
        onChange={({ target }) => draft.setText(target.value)}
      />
    );
  }
  if (Object.keys(schema.properties ?? {}).length === 0 && !hasMore(schema)) {
    return <p className="soft">This tool takes no arguments.</p>;
  }
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <SchemaForm
        stackId={stackId}
        schema={schema}
        value={draft.value}
        errors={draft.errors}
        onChange={draft.setValue}
      />
    </Suspense>
  );
}

const hasMore = ({ additionalProperties, patternProperties, anyOf, oneOf, allOf, $ref }: RJSFSchema): boolean =>
  Boolean(additionalProperties || patternProperties || anyOf || oneOf || allOf || $ref);

type MoreOptionsProps = { readonly options: Options; readonly onChange: (options: Options) => void };

function MoreOptions({ options, onChange }: MoreOptionsProps) {
  const field = (name: keyof Options) => ({
    value: options[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...options, [name]: target.value }),
  });
  return (
    <details className="playground__more">
      <summary>More options</summary>
      <div className="stack">
        <TextField
          label="End user"
          hint="The ID of one of your users, for servers that use end users’ credentials."
          {...field('endUser')}
        />
        <TextField
          label="Select"
          hint="A JMESPath expression that returns only part of the result."
          isMono
          spellCheck={false}
          {...field('select')}
        />
        <TextField
          label="Max bytes"
          hint="At least 256. Larger results are returned in parts."
          type="number"
          min={256}
          inputMode="numeric"
          {...field('maxBytes')}
        />
      </div>
    </details>
  );
}
