import { useState } from 'react';
import type { ToolWordingInput } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { NameChanges } from './NameChanges.tsx';
import { useWords } from './useWords.ts';
import { WordingRow } from './WordingRow.tsx';
import type { Word } from './wording.ts';

/** Maximum rows shown, because more are slow to render. */
const ROWS_MAX = 100;

type WordingEditorProps = {
  readonly server: { readonly id: string; readonly document: unknown };
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onEdit: (isEdited: boolean) => void;
  readonly onApply: (wording: ToolWordingInput[]) => void;
};

/** Edits names and descriptions of all tools. Saves nothing. */
export function WordingEditor({ server, isBusy, error, onEdit, onApply }: WordingEditorProps) {
  const [filter, setFilter] = useState('');
  const words = useWords(server, onEdit);
  const { chosen, changes, problems } = words;
  const shown = words.words.filter((word) => matches(word, filter));
  return (
    <section className="card stack" aria-labelledby="import-wording">
      <h2 id="import-wording">Names and descriptions</h2>
      <p className="small soft">
        Models choose tools by name and description. Agents see names with the prefix <code>{server.id}_</code>. Your
        changes are kept when you import again.
      </p>
      <div className="row">
        <SearchInput label="Search tools to rename" value={filter} onChange={setFilter} />
        <Button size="small" onClick={() => words.pick(operationsOf(shown), true)}>
          Select shown
        </Button>
        <Button size="small" onClick={() => words.pick(operationsOf(words.words), false)}>
          Select none
        </Button>
      </div>
      <NameChanges names={chosen.map(({ name }) => name)} onChange={words.changeNames} />
      <Rows shown={shown} words={words} />
      {changes > 0 && <ErrorNotice error={error} />}
      <div className="row">
        <Button
          isBusy={isBusy}
          disabled={changes === 0 || problems.size > 0}
          onClick={() => onApply(words.toWording())}
        >
          {changes === 1 ? 'Apply 1 change' : `Apply ${changes} changes`}
        </Button>
        <Button disabled={changes === 0} onClick={words.undo}>
          Undo all
        </Button>
        <span className="small soft" role="status">
          {chosen.length} selected, {changes} changed
          {problems.size > 0 && `, ${problems.size} with a problem`}
        </span>
      </div>
    </section>
  );
}

type RowsProps = { readonly shown: readonly Word[]; readonly words: ReturnType<typeof useWords> };

const Rows = ({ shown, words: { picked, problems, pick, edit } }: RowsProps) => (
  <>
    <ul className="import-words">
      {shown.slice(0, ROWS_MAX).map((word) => (
        <WordingRow
          key={word.operation}
          word={word}
          problems={problems.get(word.operation) ?? null}
          isPicked={picked.has(word.operation)}
          onPick={(isPicked) => pick([word.operation], isPicked)}
          onEdit={(next) => edit([next])}
        />
      ))}
    </ul>
    {shown.length > ROWS_MAX && (
      <p className="small soft">
        Showing the first {ROWS_MAX} of {shown.length}. Search to find others. Name changes apply to all selected tools.
      </p>
    )}
  </>
);

const operationsOf = (words: readonly Word[]): readonly string[] => words.map(({ operation }) => operation);

const matches = ({ operation, name, description }: Word, filter: string): boolean =>
  `${operation} ${name} ${description}`.toLowerCase().includes(filter.trim().toLowerCase());
