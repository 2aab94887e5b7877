import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { StacksSkillFragment, StacksSkillsQuery } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Table } from '../../../ui/Table.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useOpenStack } from '../openStack.ts';
import { DeleteSkillDialog } from './DeleteSkillDialog.tsx';
import { STACKS_SKILLS } from './operations.ts';
import { SkillDialog } from './SkillDialog.tsx';

export function SkillsTab() {
  const { id: stackId } = useOpenStack();
  const query = useApiQuery(STACKS_SKILLS, { stackId });
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <May right="WRITE">
      <Button onClick={() => setIsAdding(true)}>Add skill</Button>
    </May>
  );
  return (
    <Section
      title="Skills"
      about="Instructions for tasks with these tools. Agents see the descriptions, and read a skill when a task needs it."
      action={add}
    >
      <Loaded query={query} lines={3}>
        {({ stack }) => (
          <>
            <SkillTable stackId={stackId} skills={stack?.skills ?? []} />
            <ServerSkills servers={stack?.servers.nodes ?? []} />
          </>
        )}
      </Loaded>
      {isAdding && <SkillDialog stackId={stackId} skill={null} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

type ServerSkillsProps = {
  readonly servers: NonNullable<StacksSkillsQuery['stack']>['servers']['nodes'];
};

/** Skills that agents get from the stack’s servers, without those that wait for a review. */
function ServerSkills({ servers }: ServerSkillsProps) {
  const skilled = servers.filter(({ skills }) => skills.length > 0);
  if (skilled.length === 0) return null;
  return (
    <Table label="Skills of servers" columns={['Skill', 'Server', 'Description']}>
      {skilled.flatMap(({ id, server, skills }) =>
        skills.map(({ uri, name, description }) => (
          <tr key={`${id} ${uri}`}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td data-label="Server">
              <Link to="/marketplace/$serverId" params={{ serverId: server.slug }}>
                {server.name}
              </Link>
            </td>
            <td data-label="Description">{description}</td>
          </tr>
        )),
      )}
    </Table>
  );
}

type SkillTableProps = { readonly stackId: string; readonly skills: readonly StacksSkillFragment[] };

function SkillTable({ stackId, skills }: SkillTableProps) {
  const [edited, setEdited] = useState<StacksSkillFragment | null>(null);
  const [deleted, setDeleted] = useState<StacksSkillFragment | null>(null);
  if (skills.length === 0)
    return <Empty title="No skills yet">Add a skill to tell agents how to do a task with this stack’s tools.</Empty>;
  return (
    <>
      <Table label="Skills" columns={['Skill', 'Description', 'Changed', { unseen: 'Actions' }]}>
        {skills.map((skill) => (
          <tr key={skill.name}>
            <th scope="row">
              <code>{skill.name}</code>
            </th>
            <td data-label="Description">{skill.description}</td>
            <td data-label="Changed">
              <Time at={skill.updatedAt} isExact />
            </td>
            <td className="number">
              <May right="WRITE">
                <Button size="small" aria-label={`Edit ${skill.name}`} onClick={() => setEdited(skill)}>
                  Edit
                </Button>{' '}
                <Button size="small" aria-label={`Delete ${skill.name}`} onClick={() => setDeleted(skill)}>
                  Delete
                </Button>
              </May>
            </td>
          </tr>
        ))}
      </Table>
      {edited && <SkillDialog stackId={stackId} skill={edited} onClose={() => setEdited(null)} />}
      {deleted && <DeleteSkillDialog stackId={stackId} name={deleted.name} onClose={() => setDeleted(null)} />}
    </>
  );
}
