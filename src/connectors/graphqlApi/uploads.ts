import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

const PATHS_MAX = 32;
const LEVELS_MAX = 4;
const TYPES_MAX = 200;

/** The places of files among the arguments: `file`, `input.image`, `files.*`. */
export function uploadPaths(args: readonly GraphQLArgument[]): readonly string[] {
  const paths: string[] = [];
  let typesLeft = TYPES_MAX;
  type Place = { readonly type: GraphQLInputType; readonly path: string; readonly level: number };
  const queue: Place[] = args.map(({ name, type }) => ({ type, path: name, level: 0 }));
  for (let place = queue.shift(); place && paths.length < PATHS_MAX; place = queue.shift()) {
    const { level } = place;
    const path = `${place.path}${'.*'.repeat(listsOf(place.type))}`;
    const type = getNamedType(place.type);
    if (type.name === 'Upload') paths.push(path);
    if (!isInputObjectType(type) || level === LEVELS_MAX || typesLeft === 0) continue;
    typesLeft -= 1;
    for (const { name, type: inner } of Object.values(type.getFields()))
      queue.push({ type: inner, path: `${path}.${name}`, level: level + 1 });
  }
  return paths;
}

function listsOf(type: GraphQLInputType): number {
  if (isNonNullType(type)) return listsOf(type.ofType);
  return isListType(type) ? 1 + listsOf(type.ofType) : 0;
}
