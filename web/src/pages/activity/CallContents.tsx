import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { CallContentState } from '../../gql/graphql.ts';
import { MayInAccount } from '../../shell/May.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import { keepRepeat } from '../playground/kept/repeat.ts';
import type { Call } from './CallList.tsx';
import { ACTIVITY_READ_CONTENTS } from './operations.ts';

const STATES = {
  KEPT: null,
  PARTLY_KEPT: 'One of input and output is too large and was not kept.',
  TOO_LARGE: 'Input and output are too large and were not kept.',
  NO_ROOM: 'Input and output were not kept: the account has kept as much as it may.',
  DROPPED: 'Input and output were not kept: calls came faster than they could be.',
} as const satisfies Record<CallContentState, string | null>;

/** What was sent and answered, where the stack keeps it; shown at a click, which the audit log notes. */
export function CallContents({ call }: { readonly call: Call }) {
  const { id, contents, stack, toolId } = call;
  const read = useApiMutation('readCallContents', async () => {
    const { readCallContents } = await sendOperation(ACTIVITY_READ_CONTENTS, { input: { callId: id } });
    return payloadOf(readCallContents).contents;
  });
  if (contents === null) return null;
  const isThere = contents === 'KEPT' || contents === 'PARTLY_KEPT';
  return (
    <div className="stack stack--small">
      {STATES[contents] !== null && <p className="soft small">{STATES[contents]}</p>}
      {isThere && !read.data && (
        <MayInAccount right="ADMIN">
          <div className="row">
            <Button size="small" isBusy={read.isPending} onClick={() => read.mutate()}>
              Show input and output
            </Button>
            <span className="soft small">The audit log notes that you have read them.</span>
          </div>
        </MayInAccount>
      )}
      <ErrorNotice error={read.error} />
      {read.data && (
        <>
          <Code label="Input of the call" text={visibleJson(read.data.input)} />
          <Code label="Output of the call" text={visibleJson(read.data.output)} />
          <div className="row">
            <ButtonLink
              size="small"
              to="/playground"
              search={{ stack: stack.id, tool: toolId }}
              state={{ isRepeat: true }}
              onClick={() => keepRepeat(read.data?.input)}
            >
              Open this call in the playground
            </ButtonLink>
            <span className="soft small">Its arguments are filled in; what was left out of the record is not.</span>
          </div>
        </>
      )}
    </div>
  );
}
