import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { bytesText, latencyText } from '../../records/figures.ts';
import { OUTCOMES } from '../../records/outcomes.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Table } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import { CallContents } from './CallContents.tsx';
import { CallDetails } from './CallDetails.tsx';
import { CallerLink } from './CallerLink.tsx';
import type { Call } from './CallList.tsx';
import type { ActivitySearch } from './search.ts';

const COLUMNS = [
  'Time',
  'Tool',
  'Outcome',
  { number: 'Latency' },
  { number: 'Sent' },
  { number: 'Answered' },
  'Stack and caller',
];

type CallTableProps = {
  readonly calls: readonly Call[];
  readonly label: string;
  /** The filters of the list, which links to callers keep. */
  readonly search: ActivitySearch;
};

export function CallTable({ calls, label, search }: CallTableProps) {
  return (
    <Table label={label} columns={COLUMNS} className="table--cards activity__calls">
      {calls.map((call) => (
        <CallRow key={call.id} call={call} search={search} />
      ))}
    </Table>
  );
}

/** Whether a click on the row opens it. Clicks on a control or at the end of a text selection don't. */
const isPlain = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button') === null && getSelection()?.isCollapsed !== false;

type RowProps = { readonly call: Call; readonly search: ActivitySearch };

function CallRow({ call, search }: RowProps) {
  const { at, toolId, outcome, latencyMs, inputBytes, outputBytes, stack } = call;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const toggle = ({ target }: { readonly target: EventTarget }) => {
    if (isPlain(target)) setIsOpen(!isOpen);
  };
  const row = (
    // The button in the row does the same for keyboard users.
    <tr className="activity__call" onClick={toggle}>
      <td className="activity__time" data-label="Time">
        <Time at={at} isExact />
      </td>
      <th scope="row">
        <Link to="/playground" search={{ stack: stack.id, tool: toolId }} title="Open in the playground">
          {toolId}
        </Link>
      </th>
      <td data-label="Outcome">
        <Badge kind={outcome === 'OK' ? 'good' : 'bad'}>{OUTCOMES[outcome].title}</Badge>
      </td>
      <td className="number" data-label="Latency">
        {latencyText(latencyMs)}
      </td>
      <td className="number" data-label="Sent">
        {bytesText(inputBytes)}
      </td>
      <td className="number" data-label="Received">
        {bytesText(outputBytes)}
      </td>
      <td data-label="Stack">
        {stack.name}
        <div className="row activity__caller">
          <Through call={call} search={search} />
          <Button
            kind="plain"
            size="small"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            aria-label={`Details of the call to ${toolId}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'Details'}
          </Button>
        </div>
      </td>
    </tr>
  );
  return (
    <>
      {row}
      {isOpen && (
        <tr id={detailsId}>
          <td colSpan={COLUMNS.length}>
            <CallDetails call={call} search={search} />
            <CallContents call={call} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The endpoint, key or user that made the call. */
function Through({ call: { endpointId, endpoint, callerId, caller }, search }: RowProps) {
  if (endpoint) return <CallerLink small search={search} caller={endpointId} name={endpoint.name} />;
  if (caller) return <CallerLink small search={search} caller={callerId} name={caller.displayName} />;
  return <span className="soft small">Account API</span>;
}
