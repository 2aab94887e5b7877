import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { isListMode, type ListMode } from '../core/search/listMode.ts';

/** The mode that a request's `?mode=` asks for; else its endpoint's, or `full`. @throws invalid_input */
export function listModeOf(given: string | undefined, actor: Actor): ListMode {
  const mode = given ?? (actor.kind === 'agent' ? actor.listMode : 'full');
  if (!isListMode(mode)) throw new AppError('invalid_input', `Invalid mode ${mode}`);
  return mode;
}
