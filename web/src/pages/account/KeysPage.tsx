import './account.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import { isFiltered, type ListSearch } from '../../lists/address.ts';
import { ListBar, ListTotal, NoHit } from '../../lists/ListBar.tsx';
import { usedVariables } from '../../lists/made.ts';
import { type Noun, totalText } from '../../lists/total.ts';
import { MayOpen } from '../../shell/May.tsx';
import { useMayInAccount } from '../../shell/useMay.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useSecrets } from '../../ui/useSecrets.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';
import { KEY_LIST } from './lists.ts';
import { ACCOUNT_KEY_TOTALS, ACCOUNT_KEYS } from './operations.ts';

export function KeysPage() {
  const mayManage = useMayInAccount('ADMIN');
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<string>();
  const create = (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      <Plus size={16} aria-hidden /> New API key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="For programs that manage this account over GraphQL or REST, within the key’s role."
      actions={mayManage && create}
    >
      {secrets.map((secret) => (
        <SecretOnce key={secret} label="API key" secret={secret} onDone={() => drop(secret)} />
      ))}
      <MayOpen right="READ" action="see API keys">
        <KeyList />
      </MayOpen>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            show(key);
            setIsCreating(false);
          }}
        />
      )}
    </Page>
  );
}

const NOUN: Noun = ['API key', 'API keys'];

function KeyList() {
  const search: ListSearch = useSearch({ from: '/inside/keys' });
  const navigate = useNavigate();
  const change = (next: ListSearch) => navigate({ to: '/keys', search: next, replace: true, resetScroll: false });
  const list = useList(ACCOUNT_KEYS, usedVariables(KEY_LIST, search), ({ apiKeys }) => apiKeys);
  const all = useApiQuery(ACCOUNT_KEY_TOTALS, {}).data?.apiKeys?.totalCount ?? null;
  const filtered = isFiltered(search);
  if (list.data?.length === 0 && !filtered && !all) return <NoKey />;
  return (
    <Loaded query={list} lines={2}>
      {(keys) => (
        <>
          <ListBar kind={KEY_LIST} search={search} label="Search API keys" onChange={change} />
          <ListTotal>{totalText({ all, matching: list.totalCount ?? 0, isFiltered: filtered }, NOUN)}</ListTotal>
          {keys.length > 0 ? (
            <KeyTable keys={keys} />
          ) : (
            <NoHit noun={NOUN} onReset={() => change({})}>
              Search covers names.
            </NoHit>
          )}
          <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
        </>
      )}
    </Loaded>
  );
}

function NoKey() {
  return (
    <Empty title="No API keys yet">
      Create a key for each program that manages this account. Agents don’t need one; they use stack tokens.
    </Empty>
  );
}
