import './records.css';
import { ArrowUp } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { List } from '../api/useList.ts';
import { ListTotal } from '../lists/ListBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import type { LiveList } from './useLiveList.ts';

type RecordListProps<Row> = {
  readonly title: string;
  /** Singular, such as “call”. */
  readonly noun: string;
  readonly list: List<Row>;
  readonly live: LiveList<Row>;
  readonly file: ComponentProps<typeof ExportButtons<Row>>;
  /** Placeholder lines while loading. */
  readonly lines: number;
  /** The total as text; empty while unknown. */
  readonly total: string;
  /** The table, or the empty state. */
  readonly children: ReactNode;
};

export function RecordList<Row>({ title, noun, list, live, file, lines, total, children }: RecordListProps<Row>) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <div ref={live.top} className="row row--spread records-top">
        <h2 id={id}>{title}</h2>
        <ListTotal>{total}</ListTotal>
        {live.rows.length > 0 && <ExportButtons {...file} />}
      </div>
      <NewRows count={live.waitingCount} noun={noun} onShow={live.show} />
      <Loaded query={list} lines={lines}>
        {() => children}
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </section>
  );
}

type NewRowsProps = {
  readonly count: number;
  /** Singular, such as “call”. */
  readonly noun: string;
  readonly onShow: () => void;
};

/** Announces new rows above the visible ones. */
function NewRows({ count, noun, onShow }: NewRowsProps) {
  return (
    <div className="records-new" role="status">
      {count > 0 && (
        <Button kind="primary" size="small" onClick={onShow}>
          <ArrowUp size={15} aria-hidden />
          {count.toLocaleString('en')} new {count === 1 ? noun : `${noun}s`}
        </Button>
      )}
    </div>
  );
}
