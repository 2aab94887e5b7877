import type { ClientEndpoint } from '../../generated/prisma/client.ts';
import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import type { Tx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';

/**
 * Checks the versions of an endpoint that was just changed. The caller has locked the stack. Tested by
 * `test/core/endpoints/pinnedVersions.test.ts`.
 * @throws invalid_input for an unknown version, for a canary that is the pinned version, and at the bound of
 * `max_versions_in_use`
 */
export async function requireVersions(
  tx: Tx,
  { stackId, pinnedVersion, canaryVersion }: Pick<ClientEndpoint, 'stackId' | 'pinnedVersion' | 'canaryVersion'>,
): Promise<void> {
  const named = { '/pinnedVersion': pinnedVersion, '/canary/version': canaryVersion };
  const numbers = Object.values(named).filter((number) => number !== null);
  const known = await tx.stackVersion.findMany({
    where: { stackId, number: { in: numbers } },
    select: { number: true },
  });
  const issues = Object.entries(named).flatMap(([path, number]) =>
    number === null || known.some((version) => version.number === number)
      ? []
      : [{ path, message: 'is not a version of the stack' }],
  );
  if (issues.length > 0) throw invalid(issues);
  if (pinnedVersion !== null && pinnedVersion === canaryVersion)
    throw invalid([{ path: '/canary/version', message: 'must differ from the pinned version' }]);
  const { max } = BOUNDS.max_versions_in_use;
  const used = await tx.$queryRaw<unknown[]>`
    SELECT DISTINCT number FROM client_endpoint, unnest(ARRAY[pinned_version, canary_version]) AS number
    WHERE stack_id = ${stackId} AND number IS NOT NULL`;
  if (used.length > max) throw boundReached('max_versions_in_use', max);
}

const invalid = (issues: readonly { readonly path: string; readonly message: string }[]): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', { issues });
