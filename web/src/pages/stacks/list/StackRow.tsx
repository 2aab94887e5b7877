import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { StacksListQuery } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Time } from '../../../ui/Time.tsx';
import { DeleteStackDialog } from '../DeleteStackDialog.tsx';
import { RenameForm } from '../RenameForm.tsx';
import { ATTENTION } from './kind.ts';

export type ListedStack = NonNullable<StacksListQuery['stacks']>['nodes'][number];

type StackRowProps = { readonly stack: ListedStack };

const NAMED_MAX = 3;

function namesOf({ nodes, totalCount }: ListedStack['servers']): string {
  const names = nodes.slice(0, NAMED_MAX).map(({ server }) => server.name);
  const rest = totalCount - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}

/** A lower bound if the stack has more servers than were loaded. */
function toolsOf({ nodes, totalCount }: ListedStack['servers']): string {
  const sum = nodes.reduce((count, { toolCount }) => count + toolCount, 0);
  const more = totalCount > nodes.length ? '+' : '';
  return `${sum}${more} ${sum === 1 ? 'tool' : 'tools'}`;
}

export function StackRow({ stack }: StackRowProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { id, name, servers, createdAt, lastCalledAt, attention } = stack;
  return (
    <li className="stacks-row">
      <div className="stacks-row__name">
        <Link to="/stacks/$stackId" params={{ stackId: id }}>
          {name}
        </Link>
        <span className="soft small">{namesOf(servers) || 'No servers yet'}</span>
        <Attention stackId={id} attention={attention} />
      </div>
      <dl className="stacks-row__facts small">
        <dt className="visually-hidden">Servers</dt>
        <dd>{servers.totalCount === 1 ? '1 server' : `${servers.totalCount} servers`}</dd>
        <dt className="visually-hidden">Enabled tools</dt>
        <dd>{toolsOf(servers)}</dd>
        <dt className="visually-hidden">Created</dt>
        <dd className="soft">
          created <Time at={createdAt} />
        </dd>
        <dt className="visually-hidden">Last called</dt>
        <dd className="soft">{lastCalledAt ? <CalledAt at={lastCalledAt} /> : 'no call records'}</dd>
      </dl>
      <May right="WRITE">
        <div className="stacks-row__actions">
          <Button kind="plain" size="small" isIcon aria-label={`Rename ${name}`} onClick={() => setOpen('rename')}>
            <Pencil size={16} aria-hidden />
          </Button>
          <Button kind="plain" size="small" isIcon aria-label={`Delete ${name}`} onClick={() => setOpen('delete')}>
            <Trash2 size={16} aria-hidden />
          </Button>
        </div>
      </May>
      {open === 'rename' && <RenameDialog stack={stack} onClose={close} />}
      {open === 'delete' && <DeleteStackDialog stack={stack} onDeleted={close} onClose={close} />}
    </li>
  );
}

function CalledAt({ at }: { readonly at: string }) {
  return (
    <>
      called <Time at={at} />
    </>
  );
}

type AttentionProps = { readonly stackId: string; readonly attention: ListedStack['attention'] };

/** Problems of a stack, each linked to its tab. */
function Attention({ stackId, attention }: AttentionProps) {
  if (attention.length === 0) return null;
  return (
    <span className="row stacks-row__attention">
      {attention.map((each) => {
        const { label, kind, tab } = ATTENTION[each];
        return (
          <Link key={each} to={`/stacks/$stackId${tab}`} params={{ stackId }} className="stacks-row__problem">
            <Badge kind={kind}>{label}</Badge>
          </Link>
        );
      })}
    </span>
  );
}

type RenameDialogProps = {
  readonly stack: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

function RenameDialog({ stack, onClose }: RenameDialogProps) {
  return (
    <Dialog title="Rename stack" onClose={onClose}>
      <RenameForm stack={stack} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
