import { ArrowUp } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import './records.css';

type NewRowsProps = {
  readonly count: number;
  /** What one row is: “call”. */
  readonly noun: string;
  readonly onShow: () => void;
};

/** Says that rows wait above what is being read; nothing while none do. */
export function NewRows({ count, noun, onShow }: NewRowsProps) {
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
