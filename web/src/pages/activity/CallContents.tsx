import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { CallContentState } from '../../gql/graphql.ts';
import { MayInAccount } from '../../shell/May.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import { saveRepeat } from '../playground/saved/repeat.ts';
import type { Call } from './CallList.tsx';
import { ACTIVITY_READ_CONTENTS } from './operations.ts';

const STATES = {
  KEPT: null,
  PARTLY_KEPT: 'The input or the output was too large to store.',
  TOO_LARGE: 'The input and output were too large to store.',
  NO_ROOM: 'The input and output weren’t stored because the account’s storage is full.',
  DROPPED: 'The input and output weren’t stored because calls arrived too fast.',
} as const satisfies Record<CallContentState, string | null>;

/** A call's input and output, loaded on click because the audit log records each read. */
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
            <span className="soft small">The audit log records that you viewed them.</span>
          </div>
        </MayInAccount>
      )}
      <ErrorNotice error={read.error} />
      {read.data && (
        <>
          <Code label="Call input" text={visibleJson(read.data.input)} />
          <Code label="Call output" text={visibleJson(read.data.output)} />
          <div className="row">
            <ButtonLink
              size="small"
              to="/playground"
              search={{ stack: stack.id, tool: toolId }}
              state={{ isRepeat: true }}
              onClick={() => saveRepeat(read.data?.input)}
            >
              Open in playground
            </ButtonLink>
            <span className="soft small">Fills in the arguments, except values removed from the record.</span>
          </div>
        </>
      )}
    </div>
  );
}
