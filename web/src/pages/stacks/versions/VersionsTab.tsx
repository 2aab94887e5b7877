import { useState } from 'react';
import { useList } from '../../../api/useList.ts';
import type { StacksVersionFragment } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Section } from '../../../ui/Section.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { Table } from '../../../ui/Table.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useOpenStack } from '../openStack.ts';
import { STACKS_VERSIONS } from './operations.ts';
import { RollBackDialog } from './RollBackDialog.tsx';
import { VersionDialog } from './VersionDialog.tsx';
import { actionText } from './words.ts';

export function VersionsTab() {
  const { id: stackId } = useOpenStack();
  const list = useList(STACKS_VERSIONS, { stackId }, ({ stack }) => stack?.versions);
  return (
    <Section
      title="Versions"
      about="Every change of servers, tools, settings, rules or skills creates a version. Versions hold no credentials."
    >
      <Loaded query={list} lines={5}>
        {(versions) => <VersionTable stackId={stackId} versions={versions} />}
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </Section>
  );
}

type VersionTableProps = { readonly stackId: string; readonly versions: readonly StacksVersionFragment[] };

function VersionTable({ stackId, versions }: VersionTableProps) {
  const [opened, setOpened] = useState<StacksVersionFragment | null>(null);
  const [restored, setRestored] = useState<StacksVersionFragment | null>(null);
  const current = versions[0]?.number ?? 0;
  return (
    <>
      <Table label="Versions" columns={['Version', 'Time', 'Change', 'Made by', { unseen: 'Actions' }]}>
        {versions.map((version) => (
          <VersionRow
            key={version.id}
            version={version}
            isCurrent={version.number === current}
            onOpen={() => setOpened(version)}
            onRollBack={() => setRestored(version)}
          />
        ))}
      </Table>
      {opened && (
        <VersionDialog stackId={stackId} number={opened.number} current={current} onClose={() => setOpened(null)} />
      )}
      {restored && <RollBackDialog stackId={stackId} version={restored} onClose={() => setRestored(null)} />}
    </>
  );
}

type VersionRowProps = {
  readonly version: StacksVersionFragment;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onRollBack: () => void;
};

function VersionRow({ version, isCurrent, onOpen, onRollBack }: VersionRowProps) {
  const { number, createdAt, action, actor } = version;
  return (
    <tr>
      <th scope="row">
        {number} {isCurrent && <Badge kind="good">Current</Badge>}
      </th>
      <td data-label="Time">
        <Time at={createdAt} isExact />
      </td>
      <td data-label="Change">{actionText(action)}</td>
      <td data-label="Made by">{actor?.displayName ?? 'Operator or deleted'}</td>
      <td className="number">
        <Button size="small" aria-label={`Changes of version ${number}`} onClick={onOpen}>
          Changes
        </Button>{' '}
        {!isCurrent && (
          <May right="WRITE">
            <Button size="small" aria-label={`Roll back to version ${number}`} onClick={onRollBack}>
              Roll back
            </Button>
          </May>
        )}
      </td>
    </tr>
  );
}
