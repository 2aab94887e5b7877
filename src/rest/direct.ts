import type { DirectRoute } from '../wire/direct.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { OPERATIONS, routePath } from './operations.ts';
import { accountSurface, refusalOf, stackSurface } from './surface.ts';

/** The tool calls and lists of the documented interface, for `wire/direct.ts`. */
export function directRoutes(edge: HttpDeps): readonly DirectRoute[] {
  const surfaces = { account: accountSurface(edge), stack: stackSurface(edge) };
  const known = { account: edge.known.apiKey, stack: edge.known.stackToken };
  return OPERATIONS.flatMap((operation): DirectRoute[] => {
    const { method, path, answer, limitClass, isToolList } = operation;
    if (!answer || (method !== 'GET' && method !== 'POST')) return [];
    const surface = surfaces[operation.surface];
    const query = isToolList ? String.raw`(?:\?schema=(?<schema>\w+))?` : '';
    return [
      {
        method,
        pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>[\w-]+)`)}${query}$`),
        route: routePath(path),
        surface: surface.surface,
        known: known[operation.surface],
        call: { limitClass, answer },
        refuse: (error, log) => refusalOf(surface, operation, error, log),
      },
    ];
  });
}
