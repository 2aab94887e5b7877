import { SelectField } from '../ui/Field.tsx';
import type { RecordOrder } from './order.ts';

type OrderFieldProps = { readonly order: RecordOrder | undefined; readonly onChange: (order: string) => void };

/** An empty order means newest first. */
export function OrderField({ order, onChange }: OrderFieldProps) {
  return (
    <SelectField label="Order" value={order ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">Newest first</option>
      <option value="oldest">Oldest first</option>
    </SelectField>
  );
}
