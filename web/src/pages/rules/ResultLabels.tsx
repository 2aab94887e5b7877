import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/useList.ts';
import { May } from '../../shell/May.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Section } from '../../ui/Section.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { Table } from '../../ui/Table.tsx';
import { RemoveLabelDialog, SetLabelDialog } from './LabelDialogs.tsx';
import { type LabelledServer, labelKey, labelsOf, type ResultLabel } from './labels.ts';
import { RULES_LABELS } from './operations.ts';

const ABOUT = 'Conditions of rules read a label as result.label when an agent passes a stored result on.';

/** The account’s labels of results. */
export function ResultLabels() {
  const [isSetting, setIsSetting] = useState(false);
  const list = useList(RULES_LABELS, {}, ({ servers }) => servers);
  const set = (
    <May right="ADMIN">
      <Button onClick={() => setIsSetting(true)}>
        <Plus size={16} aria-hidden /> Label results
      </Button>
    </May>
  );
  return (
    <Section title="Result labels" about={ABOUT} action={set}>
      <Loaded query={list} lines={2}>
        {(servers) =>
          servers.length === 0 ? (
            <Empty title="No labels yet">Label the results of a server to keep them away from other services.</Empty>
          ) : (
            <LabelTable servers={servers} />
          )
        }
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
      {isSetting && <SetLabelDialog onClose={() => setIsSetting(false)} />}
    </Section>
  );
}

function LabelTable({ servers }: { readonly servers: readonly LabelledServer[] }) {
  const [removing, setRemoving] = useState<ResultLabel | null>(null);
  return (
    <>
      <Table label="Result labels table" columns={['Results of', 'Label', { unseen: 'Actions' }]}>
        {servers.flatMap((server) => [
          ...labelsOf(server).map((results) => (
            <LabelRow key={labelKey(results)} results={results} onRemove={() => setRemoving(results)} />
          )),
          <RestRow key={`${server.slug} rest`} server={server} />,
        ])}
      </Table>
      {removing && <RemoveLabelDialog results={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

type LabelRowProps = { readonly results: ResultLabel; readonly onRemove: () => void };

function LabelRow({ results: { serverId, toolId, name, label }, onRemove }: LabelRowProps) {
  return (
    <tr>
      <th scope="row">
        {name} <code className="small soft">{toolId ?? `${serverId}_*`}</code>
      </th>
      <td data-label="Label">
        <code>{label}</code>
      </td>
      <td className="number">
        <May right="ADMIN">
          <Button size="small" kind="danger" onClick={onRemove}>
            Remove<span className="visually-hidden"> the label of {name}</span>
          </Button>
        </May>
      </td>
    </tr>
  );
}

/** The number of labelled tools beyond those listed. */
function RestRow({ server: { name, labelledTools } }: { readonly server: LabelledServer }) {
  const rest = (labelledTools?.totalCount ?? 0) - (labelledTools?.nodes.length ?? 0);
  if (rest <= 0) return null;
  return (
    <tr>
      <td colSpan={3} className="soft">
        {name} has {rest} more labelled tools. Label one again to replace its label.
      </td>
    </tr>
  );
}
