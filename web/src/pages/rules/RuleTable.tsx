import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { May } from '../../shell/May.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Table } from '../../ui/Table.tsx';
import { EditRuleDialog } from './CreateRuleDialog.tsx';
import { RULES_DELETE, RULES_UPDATE } from './operations.ts';
import { EFFECTS, matchOf, placeOf, type Rule } from './words.ts';

type RuleTableProps = { readonly rules: readonly Rule[] };

export function RuleTable({ rules }: RuleTableProps) {
  const [deleting, setDeleting] = useState<Rule | null>(null);
  const [editing, setEditing] = useState<Rule | null>(null);
  return (
    <>
      <Table label="Rules table" columns={['Name', 'Effect', 'Applies in', 'Matches', { unseen: 'Actions' }]}>
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            place={placeOf(rule)}
            onEdit={() => setEditing(rule)}
            onDelete={() => setDeleting(rule)}
          />
        ))}
      </Table>
      {editing && <EditRuleDialog rule={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteRuleDialog rule={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type RuleRowProps = {
  readonly rule: Rule;
  readonly place: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
};

function RuleRow({ rule, place, onEdit, onDelete }: RuleRowProps) {
  const { title, badge } = EFFECTS[rule.effect];
  const turn = useApiMutation('updatePolicyRule', async (isEnabled: boolean) =>
    payloadOf((await sendOperation(RULES_UPDATE, { input: { ruleId: rule.id, isEnabled } })).updatePolicyRule),
  );
  return (
    <tr>
      <th scope="row">{rule.name}</th>
      <td data-label="Effect">
        <Badge kind={badge}>{title}</Badge> {rule.isDefault && <span className="soft small">default</span>}{' '}
        {!rule.isEnabled && <span className="soft small">disabled</span>}
      </td>
      <td data-label="Applies in">{place}</td>
      <td data-label="Matches">
        <code>{matchOf(rule)}</code>
      </td>
      <td className="number">
        <May right="ADMIN">
          <Button size="small" disabled={turn.isPending} onClick={() => turn.mutate(!rule.isEnabled)}>
            {rule.isEnabled ? 'Disable' : 'Enable'}
            <span className="visually-hidden"> {rule.name}</span>
          </Button>{' '}
          <Button size="small" onClick={onEdit}>
            Edit<span className="visually-hidden"> {rule.name}</span>
          </Button>{' '}
          <Button size="small" kind="danger" onClick={onDelete}>
            Delete<span className="visually-hidden"> {rule.name}</span>
          </Button>
        </May>
      </td>
    </tr>
  );
}

type DeleteRuleProps = { readonly rule: Rule; readonly onClose: () => void };

function DeleteRuleDialog({ rule: { id, name }, onClose }: DeleteRuleProps) {
  const remove = useApiMutation('deletePolicyRule', async (ruleId: string) =>
    payloadOf((await sendOperation(RULES_DELETE, { input: { ruleId } })).deletePolicyRule),
  );
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete rule"
      sending={remove}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Takes effect on the next call.</p>
    </ConfirmDialog>
  );
}
