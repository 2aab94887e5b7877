import type { ClientEndpoint } from '../../generated/prisma/client.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { EndpointId } from './ids.ts';

/** A version of a stack that gets a share of an endpoint's calls. */
export type Canary = { readonly version: number; readonly percent: number };

/** The canary of an endpoint; null for none. */
export const canaryOf = ({
  canaryVersion: version,
  canaryPercent: percent,
}: Pick<ClientEndpoint, 'canaryVersion' | 'canaryPercent'>): Canary | null =>
  version === null || percent === null ? null : { version, percent };

const UINT32_END = 2 ** 32;

/**
 * Whether the canary serves a call. Each key always has the same place, so that a retry goes the same way, and a larger
 * share keeps the calls of a smaller one. Tested by `test/core/endpoints/pinnedVersions.test.ts`.
 */
export function servesCall({ percent }: Canary, endpointId: EndpointId, key: string): boolean {
  const place = Number.parseInt(sha256Text(`${endpointId} ${key}`, 'hex').slice(0, 8), 16);
  return place < (percent / 100) * UINT32_END;
}
