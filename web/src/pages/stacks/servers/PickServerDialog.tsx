import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../../../api/pages.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useDebounced } from '../../../ui/useDebounced.ts';
import { ShowMore } from '../ShowMore.tsx';
import { useStackServers } from '../useStackServers.ts';
import { STACKS_PICK } from './operations.ts';
import { PickRow } from './PickRow.tsx';

type PickServerProps = { readonly stackId: string; readonly onClose: () => void };

export function PickServerDialog({ stackId, onClose }: PickServerProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isAll, setIsAll] = useState(true);
  const search = useDebounced(text).trim() || null;
  const pages = usePages(STACKS_PICK, { search }, ({ servers }) => servers);
  const placed = useStackServers(stackId).data?.rows ?? [];
  const onAdded = (server: string) => {
    onClose();
    navigate({ to: '/stacks/$stackId', params: { stackId }, search: { server }, replace: true });
  };
  return (
    <Dialog title="Add a server" isWide onClose={onClose}>
      <div className="row row--spread">
        <SearchInput label="Search servers" value={text} onChange={setText} />
        <ButtonLink size="small" to="/marketplace" search={{ stack: stackId }}>
          Browse the marketplace
        </ButtonLink>
      </div>
      <Switch label="Enable all tools of added servers" isOn={isAll} onChange={setIsAll} />
      <div className="stacks-pick">
        <Loaded query={pages} lines={5}>
          {({ rows }) => (
            <>
              {rows?.length === 0 && <p className="soft">No servers match. You can import one from the marketplace.</p>}
              <ul>
                {(rows ?? []).map((server) => (
                  <PickRow
                    key={server.id}
                    stackId={stackId}
                    server={server}
                    isAll={isAll}
                    isPlaced={placed.some((each) => each.server.id === server.id)}
                    onAdded={() => onAdded(server.id)}
                  />
                ))}
              </ul>
              <ShowMore pages={pages} />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
