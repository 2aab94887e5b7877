import { SelectField } from '../ui/Field.tsx';
import type { RecordOrder } from './order.ts';

type OrderFieldProps = { readonly order: RecordOrder | undefined; readonly onChange: (order: string) => void };

/** Which end of the records comes first; an empty order is the usual one. */
export function OrderField({ order, onChange }: OrderFieldProps) {
  return (
    <SelectField label="Order" value={order ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">Newest first</option>
      <option value="oldest">Oldest first</option>
    </SelectField>
  );
}
