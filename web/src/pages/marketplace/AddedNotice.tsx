import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { isWithoutCredentials } from '../stacks/credentialLook.ts';
import type { CredentialNeed } from './search.ts';
import type { AddedServer } from './useStackChoice.ts';

type AddedNoticeProps = { readonly added: AddedServer; readonly onClose?: () => void };

/** The server that was added, and the next step. */
export function AddedNotice({ added, onClose }: AddedNoticeProps) {
  const { enabledCount, stackServer } = added;
  const missing = missingFor(stackServer);
  const isOptional = missing === 'none' && stackServer.credentialStatus.optional.some(isMissing);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="stack" ref={ref} tabIndex={-1}>
      <Notice kind={missing === 'none' ? 'good' : 'warn'}>
        <p>{enabledCount === 1 ? '1 tool is enabled.' : `${enabledCount} tools are enabled.`}</p>
        <p>{nextStep(missing, enabledCount)}</p>
        {isOptional && <p>Its credentials are optional. Add them if calls are refused.</p>}
      </Notice>
      <div className="dialog__actions">
        {onClose && <Button onClick={onClose}>Close</Button>}
        <ButtonLink to="/stacks/$stackId" params={{ stackId: stackServer.stack.id }}>
          Open the stack
        </ButtonLink>
        {isOptional && (
          <ButtonLink to="/stacks/$stackId/credentials" params={{ stackId: stackServer.stack.id }}>
            Add credentials
          </ButtonLink>
        )}
        <NextLink added={added} />
      </div>
    </div>
  );
}

const isMissing = ({ state }: { readonly state: 'ADDED' | 'MISSING' }): boolean => state === 'MISSING';

/** Which of its tools still lack credentials. */
function missingFor(stackServer: AddedServer['stackServer']): CredentialNeed {
  if (isWithoutCredentials(stackServer)) return 'all';
  return stackServer.lackingToolCount > 0 ? 'some' : 'none';
}

function nextStep(missing: CredentialNeed, enabledCount: number): string {
  if (missing === 'all') return 'Its tools need credentials before they work. Add them next.';
  if (missing === 'some') return 'Some of its tools need credentials before they work. Add them next.';
  if (enabledCount === 0) return 'Next, enable some of its tools on the stack’s page so that agents can call them.';
  return 'It’s ready. Connect an agent to the stack, or try a tool in the playground.';
}

function NextLink({ added: { enabledCount, stackServer } }: Pick<AddedNoticeProps, 'added'>) {
  const { stack } = stackServer;
  if (missingFor(stackServer) !== 'none')
    return (
      <ButtonLink to="/stacks/$stackId/credentials" params={{ stackId: stack.id }} kind="primary">
        Add credentials
      </ButtonLink>
    );
  if (enabledCount === 0) return null;
  const [tool] = stackServer.tools.nodes;
  return (
    <>
      <ButtonLink to="/playground" search={{ stack: stack.id, ...(tool && { tool: tool.id }) }}>
        Try a tool
      </ButtonLink>
      <ButtonLink to="/stacks/$stackId/connect" params={{ stackId: stack.id }} kind="primary">
        Connect an agent
      </ButtonLink>
    </>
  );
}
