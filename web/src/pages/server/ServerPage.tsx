import { useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { ServerMark } from '../../marks/ServerMark.tsx';
import { May, MaySomewhere } from '../../shell/May.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { Page } from '../../ui/Page.tsx';
import { AddDialog } from '../marketplace/AddDialog.tsx';
import { DuplicateServerDialog } from './DuplicateServerDialog.tsx';
import { HintTrust } from './HintTrust.tsx';
import { OwnActions } from './OwnActions.tsx';
import { SERVER } from './operations.ts';
import { ServerAbout } from './ServerAbout.tsx';
import { ServerHeldKinds } from './ServerHeldKinds.tsx';
import { ServerTools } from './ServerTools.tsx';
import './server.css';

const FROM = { from: '/inside/marketplace/$serverId' } as const;

export function ServerPage() {
  const { serverId } = useParams(FROM);
  const { stack } = useSearch(FROM);
  const query = useApiQuery(SERVER, { id: serverId });
  const [open, setOpen] = useState<'add' | 'duplicate' | null>(null);
  const server = query.data?.server;
  return (
    <Page
      title={server?.name ?? (query.data ? 'Server not found' : serverId)}
      mark={server && <ServerMark id={serverId} name={server.name} />}
      about={server?.description && <Markdown text={server.description} />}
      actions={
        <>
          <ButtonLink to="/marketplace" search={stack ? { stack } : {}} kind="plain">
            <ArrowLeft size={17} aria-hidden /> Marketplace
          </ButtonLink>
          {server && server.credentialFields.length > 0 && (
            <May right="WRITE">
              <Button onClick={() => setOpen('duplicate')}>
                <Copy size={17} aria-hidden /> Duplicate
              </Button>
            </May>
          )}
          {server && (
            <MaySomewhere right="WRITE">
              <Button kind="primary" onClick={() => setOpen('add')}>
                <Plus size={17} aria-hidden /> Add to a stack
              </Button>
            </MaySomewhere>
          )}
        </>
      }
    >
      <Loaded query={query} lines={5}>
        {({ viewer, server: result }) =>
          result ? (
            <>
              <ServerAbout server={result} />
              {result.isPrivate && <OwnActions server={result} />}
              <ServerHeldKinds server={result} usual={viewer?.account.heldChanges ?? []} />
              {result.isMcp && <HintTrust server={result} />}
              <ServerTools serverId={result.id} isPrivate={result.isPrivate} />
              {open === 'add' && <AddDialog server={result} stackId={stack} onClose={() => setOpen(null)} />}
              {open === 'duplicate' && <DuplicateServerDialog server={result} onClose={() => setOpen(null)} />}
            </>
          ) : (
            <NoServer serverId={serverId} />
          )
        }
      </Loaded>
    </Page>
  );
}

function NoServer({ serverId }: { readonly serverId: string }) {
  return (
    <Empty title={`No server “${serverId}”`} action={<ButtonLink to="/marketplace">All servers</ButtonLink>}>
      It may have been removed, or the URL is wrong.
    </Empty>
  );
}
