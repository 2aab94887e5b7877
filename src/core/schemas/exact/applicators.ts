import { isRecord } from '../../lib/json.ts';
import { type Check, type Keyword, type KeywordRule, merge, refuse, type Scope, type Subject } from './evaluate.ts';
import { type Resource, resolve, type Target } from './resources.ts';

const checksOf = (given: unknown, check: (schema: unknown) => Check): readonly Check[] =>
  Array.isArray(given) ? given.map(check) : [];

const apply = (check: Check, { value, place, scope }: Subject) => check(value, place, scope);

const anyOf: Keyword = (given, { check }) => {
  const checks = checksOf(given, check);
  return (subject, found) => {
    const tried = checks.map((each) => apply(each, subject));
    const fitting = tried.filter(({ issues }) => issues.length === 0);
    for (const each of fitting.length > 0 ? fitting : tried) merge(found, each);
    if (fitting.length === 0) refuse(subject, found, 'must match a schema in anyOf');
  };
};

const oneOf: Keyword = (given, { check }) => {
  const checks = checksOf(given, check);
  return (subject, found) => {
    const fitting = checks.map((each) => apply(each, subject)).filter(({ issues }) => issues.length === 0);
    for (const each of fitting) merge(found, each);
    if (fitting.length !== 1) refuse(subject, found, 'must match exactly one schema in oneOf');
  };
};

const conditional: Keyword = (given, { schema, check }) => {
  const test = check(given);
  const branches = { true: check(schema['then']), false: check(schema['else']) };
  return (subject, found) => {
    const tested = apply(test, subject);
    const isFitting = tested.issues.length === 0;
    if (isFitting) merge(found, tested);
    const branch = apply(branches[`${isFitting}`], subject);
    merge(found, branch);
    if (branch.issues.length > 0) refuse(subject, found, `must match "${isFitting ? 'then' : 'else'}" schema`);
  };
};

/**
 * A rule that checks a value against another schema. Finds that schema only at the check, since schemas may be
 * recursive.
 */
const following =
  (find: (scope: Scope) => Check): KeywordRule =>
  (subject, found) =>
    merge(found, apply(find(subject.scope), subject));

/** The outermost entered resource for which `find` returns a target (2020-12 Core, section 8.2.3.2). */
function outermost(scope: Scope, find: (resource: Resource) => Target | null): Target | null {
  let found: Target | null = null;
  for (let at: Scope | null = scope; at; at = at.outer) found = find(at.resource) ?? found;
  return found;
}

const dynamicRef: Keyword = (given, { resources, resource, checkIn }) => {
  if (typeof given !== 'string') return null;
  const target = resolve(resources, given, resource);
  const name = given.split('#')[1] ?? '';
  const isDynamic = target.resource.dynamicAnchors.get(name)?.schema === target.schema;
  return following((scope) => {
    const inScope = isDynamic ? outermost(scope, ({ dynamicAnchors }) => dynamicAnchors.get(name) ?? null) : null;
    const { schema, resource: owner } = inScope ?? target;
    return checkIn(schema, owner);
  });
};

const isRecursive = ({ root }: Resource): boolean => isRecord(root) && root['$recursiveAnchor'] === true;

const withMembers = (given: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(given) ? Object.entries(given) : [];

const dependentSchemas: Keyword = (given, { check }) => {
  const checks = withMembers(given).map(([name, schema]) => [name, check(schema)] as const);
  return (subject, found) => {
    if (!isRecord(subject.value)) return;
    for (const [name, each] of checks) if (Object.hasOwn(subject.value, name)) merge(found, apply(each, subject));
  };
};

const dependentRequired: Keyword = (given) => {
  const needs = withMembers(given).map(
    ([name, names]) => [name, Array.isArray(names) ? names.map(String) : []] as const,
  );
  return (subject, found) => {
    const { value } = subject;
    if (!isRecord(value)) return;
    const missing = needs
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, names]) => names.filter((each) => !Object.hasOwn(value, each)).map((each) => [each, name]));
    for (const [each, name] of missing)
      refuse(subject, found, `must have property ${each} when property ${name} is present`);
  };
};

/** `dependencies` of drafts up to draft-07: combines `dependentRequired` and `dependentSchemas`. */
const dependencies: Keyword = (given, compiling) => {
  const members = withMembers(given);
  const part = (isNames: boolean) =>
    Object.fromEntries(members.filter(([, value]) => Array.isArray(value) === isNames));
  const rules = [dependentRequired(part(true), compiling), dependentSchemas(part(false), compiling)];
  return (subject, found) => {
    for (const rule of rules) rule?.(subject, found);
  };
};

/** Keywords that check the same value against other schemas, in every dialect that has them. */
export const APPLICATORS = {
  $ref: (given, { resources, resource, checkIn }) => {
    if (typeof given !== 'string') return null;
    const { schema, resource: owner } = resolve(resources, given, resource);
    const check = checkIn(schema, owner);
    return following(() => check);
  },
  $dynamicRef: dynamicRef,
  $recursiveRef: (_given, { resource, checkIn }) =>
    following((scope) => {
      const rootOf = (each: Resource): Target | null =>
        isRecursive(each) ? { schema: each.root, resource: each } : null;
      const target = isRecursive(resource) ? outermost(scope, rootOf) : null;
      return checkIn(target?.schema ?? resource.root, target?.resource ?? resource);
    }),
  allOf: (given, { check }) => {
    const checks = checksOf(given, check);
    return (subject, found) => {
      for (const each of checks) merge(found, apply(each, subject));
    };
  },
  anyOf,
  oneOf,
  not: (given, { check }) => {
    const refused = check(given);
    return (subject, found) => {
      if (apply(refused, subject).issues.length === 0) refuse(subject, found, 'must NOT be valid');
    };
  },
  if: conditional,
  dependentSchemas,
  dependentRequired,
  dependencies,
} as const satisfies Readonly<Record<string, Keyword>>;
