import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { ServerMark } from '../../../marks/ServerMark.tsx';
import { May } from '../../../shell/May.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { withoutMarks } from '../../../ui/withoutMarks.ts';
import { CredentialBadge, lacksCredentials } from '../CredentialBadge.tsx';
import { useOpenStack } from '../openStack.ts';
import { RefreshTools } from './RefreshTools.tsx';
import { RemoveServer } from './RemoveServer.tsx';
import { ServerTools } from './ServerTools.tsx';

type ServerCardProps = {
  readonly placed: StacksServerFragment;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

export function ServerCard({ placed, isOpen, onToggle }: ServerCardProps) {
  const stack = useOpenStack();
  const toolsId = useId();
  const { server, toolCount } = placed;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="card stack">
      <div className="row row--spread">
        <h2 className="server-name">
          <ServerMark id={server.id} name={server.name} />
          {server.name}
        </h2>
        <CredentialBadge placed={placed} />
      </div>
      <p className="soft stacks-clamp">{withoutMarks(server.description)}</p>
      {lacksCredentials(placed) && <MissingCredentials stackId={stack.id} server={server} />}
      <div className="row row--spread">
        <Button aria-expanded={isOpen} aria-controls={toolsId} onClick={() => onToggle(!isOpen)}>
          <Chevron size={16} aria-hidden />
          <span>
            Tools<span className="visually-hidden"> of {server.name}:</span>
          </span>
          <span className="soft">
            {toolCount} of {server.tools.totalCount} enabled
          </span>
        </Button>
        <div className="row">
          {server.credentialFields.length > 0 && !lacksCredentials(placed) && (
            <ButtonLink
              kind="plain"
              size="small"
              to="/stacks/$stackId/credentials"
              params={{ stackId: stack.id }}
              search={{ server: server.id }}
            >
              Credentials
            </ButtonLink>
          )}
          <May right="WRITE">
            <RemoveServer stackId={stack.id} server={server} />
          </May>
        </div>
      </div>
      {server.isRefreshable && (
        <May right="WRITE">
          <RefreshTools stackId={stack.id} server={server} />
        </May>
      )}
      <div id={toolsId} hidden={!isOpen}>
        {isOpen && <ServerTools stackId={stack.id} placed={placed} />}
      </div>
    </li>
  );
}

type MissingProps = { readonly stackId: string; readonly server: StacksServerFragment['server'] };

function MissingCredentials({ stackId, server }: MissingProps) {
  return (
    <Notice kind="warn">
      <div className="row row--spread">
        <p>Its tools don’t work until you add credentials.</p>
        <ButtonLink size="small" to="/stacks/$stackId/credentials" params={{ stackId }} search={{ server: server.id }}>
          Add credentials
        </ButtonLink>
      </div>
    </Notice>
  );
}
