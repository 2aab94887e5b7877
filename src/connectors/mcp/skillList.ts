import type { DiscoveredServer, UpstreamFacts } from '../../core/calls/connector.ts';
import { type CallInSession, listInSession } from './passThrough.ts';

/** How long an import waits for skills: a server that never answers must not prevent the import of its tools. */
const SKILLS_MS = 30_000;

/**
 * All skills that an upstream lists: none if it does not have the extension, and no member if they can't be listed.
 * `ask` sends one request, and ends it with the signal.
 */
export async function listAllSkills(
  { offers = [] }: Pick<UpstreamFacts, 'offers'>,
  signal: AbortSignal,
  ask: (request: Parameters<CallInSession>[0], signal: AbortSignal) => ReturnType<CallInSession>,
): Promise<Pick<DiscoveredServer, 'skills'>> {
  if (!offers.includes('skills')) return { skills: [] };
  const until = AbortSignal.any([signal, AbortSignal.timeout(SKILLS_MS)]);
  try {
    const answer = await listInSession('skills/list', 'skills', (request) => ask(request, until));
    const skills = answer?.kind === 'ok' ? answer.result['skills'] : undefined;
    return Array.isArray(skills) ? { skills } : {};
  } catch {
    signal.throwIfAborted();
    return {};
  }
}
