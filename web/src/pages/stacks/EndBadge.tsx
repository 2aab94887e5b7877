import { Badge } from '../../ui/Badge.tsx';
import { Time } from '../../ui/Time.tsx';

type EndBadgeProps = {
  readonly expiresAt: string | null;
  /** Text once it has expired. */
  readonly ended: string;
};

export function EndBadge({ expiresAt, ended }: EndBadgeProps) {
  if (expiresAt === null) return <Badge kind="good">No expiration</Badge>;
  if (Date.parse(expiresAt) <= Date.now()) return <Badge kind="warn">{ended}</Badge>;
  return (
    <Badge kind="good">
      <span>
        Expires <Time at={expiresAt} />
      </span>
    </Badge>
  );
}
