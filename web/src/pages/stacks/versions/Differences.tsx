import type { StacksDifferenceFragment } from '../../../gql/graphql.ts';
import { useShown } from '../../../lists/useShown.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { changedMembers, memberName, partName } from './words.ts';

type DifferencesProps = { readonly differences: readonly StacksDifferenceFragment[]; readonly label: string };

export function Differences({ differences, label }: DifferencesProps) {
  const { shown, more } = useShown(differences, {});
  if (differences.length === 0) return <p>No differences.</p>;
  return (
    <>
      <ul className="stack stack--small" aria-label={label}>
        {shown.map((difference) => (
          <Difference key={difference.path} difference={difference} />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
}

function Difference({ difference }: { readonly difference: StacksDifferenceFragment }) {
  const { path, before, after } = difference;
  return (
    <li>
      <ChangeBadge before={before} after={after} /> <strong>{partName(path)}</strong>
      {changedMembers(difference).map(({ name, before: old, after: next }) => (
        <p key={name} className="small mono">
          {name && `${memberName(name)}: `}
          {[old, next].filter((value) => value !== null).join(' → ')}
        </p>
      ))}
    </li>
  );
}

function ChangeBadge({ before, after }: Pick<StacksDifferenceFragment, 'before' | 'after'>) {
  if (before === null) return <Badge kind="good">Added</Badge>;
  return after === null ? <Badge kind="bad">Removed</Badge> : <Badge kind="accent">Changed</Badge>;
}
