import { useMemo, useState } from 'react';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { ChoiceWeight } from './ChoiceWeight.tsx';
import { OperationGroup } from './OperationGroup.tsx';
import { groupsOf, keyOf, type OperationFilter, proposedOf, toChoice } from './operationChoice.ts';
import { type Listed, type Preview, useAgentSearch, usePreview } from './useImport.ts';

type ChooseStepProps = {
  readonly listed: Listed;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (picked: ReadonlySet<string>) => void;
  readonly onRead: (read: Preview) => void;
  readonly onBack: () => void;
};

const EVERYTHING = { text: '', kind: '', scheme: '', only: null } as const;
/** Up to this many groups start expanded. */
const OPEN_MAX = 3;

/** Selects which operations of a large document become tools. */
export function ChooseStep({ listed, picked, onPick, onRead, onBack }: ChooseStepProps) {
  const { input, list } = listed;
  const { operations, totalCount } = list;
  const [filter, setFilter] = useState<OperationFilter>(() => ({
    ...EVERYTHING,
    by: operations.some(({ tags }) => tags.length > 0) ? 'tag' : 'path',
  }));
  const preview = usePreview();
  const search = useAgentSearch();
  const results = search.data ?? null;
  const groups = useMemo(() => groupsOf(operations, filter, results), [operations, filter, results]);
  const shown = groups.flatMap((group) => group.operations.map(keyOf));
  const pick = (keys: readonly string[], isPicked: boolean) => {
    const dropped = new Set(keys);
    onPick(new Set(isPicked ? [...picked, ...keys] : [...picked].filter((key) => !dropped.has(key))));
  };
  const read = () => {
    const openApi = { ...input.source.openApi, operations: toChoice(listed, picked) };
    preview.mutate({ ...input, source: { openApi } }, { onSuccess: onRead });
  };
  return (
    <div className="stack stack--large">
      {list.marketplaceServer && <Shipped server={list.marketplaceServer} />}
      <Notice>
        <p>
          <strong>{list.title}</strong> has {totalCount} operations. Agents work best with few tools, so select only the
          ones they need. You can add more later.
        </p>
        {totalCount > operations.length && <p>Only the first {operations.length} are listed.</p>}
      </Notice>
      <FilterBar
        filter={filter}
        operations={operations}
        onChange={(next) => {
          // These results belong to the previous text.
          if (next.text !== undefined) search.cancel();
          setFilter({ ...filter, ...next });
        }}
      />
      <ErrorNotice error={search.error} />
      <div className="row">
        <Button
          size="small"
          isBusy={search.isPending}
          disabled={filter.text.trim() === ''}
          onClick={() => search.mutate({ listed, query: filter.text.trim() })}
        >
          Preview agent search
        </Button>
        <Button size="small" onClick={() => pick(shown, true)}>
          Select shown
        </Button>
        <Button size="small" onClick={() => pick(shown, false)}>
          Deselect shown
        </Button>
        <Button size="small" onClick={() => onPick(proposedOf(operations))}>
          Use suggestion
        </Button>
        <Button
          size="small"
          disabled={filter.only === null && picked.size === 0}
          onClick={() => setFilter({ ...filter, only: filter.only === null ? picked : null })}
        >
          {filter.only === null ? 'Show selected' : 'Show all'}
        </Button>
        <span className="small soft">
          {shown.length} of {operations.length} shown
        </span>
      </div>
      {groups.length === 0 && <Empty title="No operations match">Clear the search or change the filters.</Empty>}
      <ul className="stack stack--small">
        {groups.map((group) => (
          <OperationGroup
            key={`${filter.by} ${group.name}`}
            group={group}
            picked={picked}
            isOpen={groups.length <= OPEN_MAX || filter.text !== '' || filter.only !== null}
            onPick={pick}
          />
        ))}
      </ul>
      <div className="import-bar">
        <ErrorNotice error={preview.error} />
        <ChoiceWeight listed={listed} picked={picked} />
        <div className="row">
          <Button onClick={onBack}>Back</Button>
          <Button kind="primary" isBusy={preview.isPending} disabled={picked.size === 0} onClick={read}>
            {picked.size === 1 ? 'Continue with 1 operation' : `Continue with ${picked.size} operations`}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The marketplace already has a server for this API. */
const Shipped = ({ server }: { readonly server: NonNullable<Listed['list']['marketplaceServer']> }) => (
  <Notice kind="good">
    <div className="row row--spread">
      <p>
        Toolyard ships a <strong>{server.name}</strong> server with {server.tools.totalCount} curated tools.
      </p>
      <ButtonLink kind="primary" size="small" to={`/marketplace/${server.id}`}>
        Use the {server.name} server
      </ButtonLink>
    </div>
  </Notice>
);

type FilterBarProps = {
  readonly filter: OperationFilter;
  readonly operations: Listed['list']['operations'];
  readonly onChange: (next: Partial<OperationFilter>) => void;
};

const KINDS: readonly (readonly [value: OperationFilter['kind'], label: string])[] = [
  ['', 'Read and write'],
  ['reads', 'Read-only'],
  ['writes', 'Writes'],
  ['destroys', 'Destructive'],
];

function FilterBar({ filter, operations, onChange }: FilterBarProps) {
  const schemes = [...new Set(operations.flatMap(({ credentials }) => credentials))];
  const kindOf = (value: string) => KINDS.find(([kind]) => kind === value)?.[0] ?? '';
  return (
    <div className="row">
      <SearchInput label="Search operations" value={filter.text} onChange={(text) => onChange({ text })} />
      <select
        className="control import-select"
        aria-label="Access"
        value={filter.kind}
        onChange={({ target }) => onChange({ kind: kindOf(target.value) })}
      >
        {KINDS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {schemes.length > 1 && (
        <select
          className="control import-select"
          aria-label="Credential"
          value={filter.scheme}
          onChange={({ target }) => onChange({ scheme: target.value })}
        >
          <option value="">Any credential</option>
          {schemes.map((scheme) => (
            <option key={scheme}>{scheme}</option>
          ))}
        </select>
      )}
      <select
        className="control import-select"
        aria-label="Group by"
        value={filter.by}
        onChange={({ target }) => onChange({ by: target.value === 'path' ? 'path' : 'tag' })}
      >
        <option value="tag">By tag</option>
        <option value="path">By path</option>
      </select>
    </div>
  );
}
