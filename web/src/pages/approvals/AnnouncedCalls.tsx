import { Badge } from '../../ui/Badge.tsx';
import { Code } from '../../ui/Code.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import type { Approval } from './ApprovalCard.tsx';
import type { AnnouncedRow } from './announced.ts';
import { ToolSummary } from './CallSummary.tsx';

type AnnouncedCallsProps = { readonly approval: Approval; readonly rows: readonly AnnouncedRow[] };

/** The exact calls that one approval covers. */
export function AnnouncedCalls({ approval, rows }: AnnouncedCallsProps) {
  const otherRules = new Set(approval.announcedCalls?.map(({ ruleId }) => ruleId)).size - 1;
  return (
    <>
      {otherRules > 0 && (
        <p className="soft">
          {otherRules === 1 ? 'Another rule holds' : `${otherRules} other rules hold`} some of the calls.
        </p>
      )}
      <p>The program may make exactly these calls, each once. Any other call asks again.</p>
      <ol className="stack" aria-label="Announced calls">
        {rows.map(({ place, name, input, tool, isMade }) => (
          <li key={place}>
            <p className="row">
              <code>{name}</code> {isMade && <Badge kind="plain">Made</Badge>}
            </p>
            <ToolSummary tool={tool} />
            {input !== undefined && <Code label={`Input of call ${place}`} text={visibleJson(input)} />}
          </li>
        ))}
      </ol>
    </>
  );
}
