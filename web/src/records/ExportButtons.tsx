import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { EXPORT_ROWS_MAX, type ReadPage, readAllRows } from './allRows.ts';
import { type Column, toCsv } from './csv.ts';
import { download } from './download.ts';
import { counted } from './figures.ts';
import './records.css';

type ExportProps<Row> = {
  /** File name without extension. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly read: ReadPage<Row>;
};

type Format = 'csv' | 'json';

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Exports all matching rows, up to a limit. */
export function ExportButtons<Row>({ name, columns, read }: ExportProps<Row>) {
  const [count, setCount] = useState(0);
  const run = useMutation({
    mutationFn: async (format: Format) => {
      setCount(0);
      const { rows, isCut } = await readAllRows(read, setCount);
      const text = format === 'csv' ? toCsv(columns, rows) : `${JSON.stringify(rows, null, 2)}\n`;
      download(`${name}.${format}`, TYPES[format], text);
      return isCut;
    },
  });
  return (
    <div className="stack stack--small">
      <div className="row">
        <span className="small soft records-status" role="status">
          {statusOf(run, count)}
        </span>
        <ExportButton label="Export CSV" isBusy={run.isPending} onClick={() => run.mutate('csv')} />
        <ExportButton label="Export JSON" isBusy={run.isPending} onClick={() => run.mutate('json')} />
      </div>
      <ErrorNotice error={run.error} />
    </div>
  );
}

type Progress = { readonly isPending: boolean; readonly data: boolean | undefined };

function statusOf({ isPending, data }: Progress, count: number): string {
  const rows = counted(count, 'row');
  if (isPending) return `Exporting, ${rows} so far`;
  if (data === undefined) return '';
  return data ? `Saved the newest ${rows} (maximum ${EXPORT_ROWS_MAX.toLocaleString('en')})` : `Saved ${rows}`;
}

type ExportButtonProps = { readonly label: string; readonly isBusy: boolean; readonly onClick: () => void };

function ExportButton({ label, isBusy, onClick }: ExportButtonProps) {
  return (
    <Button size="small" isBusy={isBusy} onClick={onClick}>
      <Download size={15} aria-hidden />
      {label}
    </Button>
  );
}
