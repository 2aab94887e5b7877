import { Badge } from '../../ui/Badge.tsx';
import { Time } from '../../ui/Time.tsx';

type EndBadgeProps = {
  readonly expiresAt: string | null;
  /** What is said once that has passed. */
  readonly ended: string;
};

/** Until when something works that can be revoked. */
export function EndBadge({ expiresAt, ended }: EndBadgeProps) {
  if (expiresAt === null) return <Badge kind="good">Works until revoked</Badge>;
  if (Date.parse(expiresAt) <= Date.now()) return <Badge kind="warn">{ended}</Badge>;
  return (
    <Badge kind="good">
      <span>
        Ends <Time at={expiresAt} />
      </span>
    </Badge>
  );
}
