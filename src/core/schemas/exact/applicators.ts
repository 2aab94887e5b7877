import { isRecord } from '../../lib/json.ts';
import { type Check, type Keyword, type KeywordRule, merge, refuse, type Scope, type Subject } from './evaluate.ts';
import { type Resource, resolve, type Target } from './resources.ts';

const checksOf = (keywordValue: unknown, check: (schema: unknown) => Check): readonly Check[] =>
  Array.isArray(keywordValue) ? keywordValue.map(check) : [];

const apply = (check: Check, { value, place, scope }: Subject) => check(value, place, scope);

const anyOf: Keyword = (keywordValue, { check }) => {
  const checks = checksOf(keywordValue, check);
  return (subject, findings) => {
    const tried = checks.map((each) => apply(each, subject));
    const fitting = tried.filter(({ issues }) => issues.length === 0);
    for (const each of fitting.length > 0 ? fitting : tried) merge(findings, each);
    if (fitting.length === 0) refuse(subject, findings, 'must match a schema in anyOf');
  };
};

const oneOf: Keyword = (keywordValue, { check }) => {
  const checks = checksOf(keywordValue, check);
  return (subject, findings) => {
    const fitting = checks.map((each) => apply(each, subject)).filter(({ issues }) => issues.length === 0);
    for (const each of fitting) merge(findings, each);
    if (fitting.length !== 1) refuse(subject, findings, 'must match exactly one schema in oneOf');
  };
};

const conditional: Keyword = (keywordValue, { schema, check }) => {
  const test = check(keywordValue);
  const branches = { true: check(schema['then']), false: check(schema['else']) };
  return (subject, findings) => {
    const tested = apply(test, subject);
    const isFitting = tested.issues.length === 0;
    if (isFitting) merge(findings, tested);
    const branch = apply(branches[`${isFitting}`], subject);
    merge(findings, branch);
    if (branch.issues.length > 0) refuse(subject, findings, `must match "${isFitting ? 'then' : 'else'}" schema`);
  };
};

/**
 * A rule that checks a value against another schema. Finds that schema only at the check, since schemas may be
 * recursive.
 */
const following =
  (find: (scope: Scope) => Check): KeywordRule =>
  (subject, findings) =>
    merge(findings, apply(find(subject.scope), subject));

/** The outermost entered resource for which `find` returns a target (2020-12 Core, section 8.2.3.2). */
function outermost(scope: Scope, find: (resource: Resource) => Target | null): Target | null {
  let target: Target | null = null;
  for (let at: Scope | null = scope; at; at = at.outer) target = find(at.resource) ?? target;
  return target;
}

const dynamicRef: Keyword = (keywordValue, { resources, resource, checkIn }) => {
  if (typeof keywordValue !== 'string') return null;
  const target = resolve(resources, keywordValue, resource);
  const name = keywordValue.split('#')[1] ?? '';
  const isDynamic = target.resource.dynamicAnchors.get(name)?.schema === target.schema;
  return following((scope) => {
    const inScope = isDynamic ? outermost(scope, ({ dynamicAnchors }) => dynamicAnchors.get(name) ?? null) : null;
    const { schema, resource: owner } = inScope ?? target;
    return checkIn(schema, owner);
  });
};

const isRecursive = ({ root }: Resource): boolean => isRecord(root) && root['$recursiveAnchor'] === true;

const withMembers = (keywordValue: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(keywordValue) ? Object.entries(keywordValue) : [];

const dependentSchemas: Keyword = (keywordValue, { check }) => {
  const checks = withMembers(keywordValue).map(([name, schema]) => [name, check(schema)] as const);
  return (subject, findings) => {
    if (!isRecord(subject.value)) return;
    for (const [name, each] of checks) if (Object.hasOwn(subject.value, name)) merge(findings, apply(each, subject));
  };
};

const dependentRequired: Keyword = (keywordValue) => {
  const needs = withMembers(keywordValue).map(
    ([name, names]) => [name, Array.isArray(names) ? names.map(String) : []] as const,
  );
  return (subject, findings) => {
    const { value } = subject;
    if (!isRecord(value)) return;
    const missing = needs
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, names]) => names.filter((each) => !Object.hasOwn(value, each)).map((each) => [each, name]));
    for (const [each, name] of missing)
      refuse(subject, findings, `must have property ${each} when property ${name} is present`);
  };
};

/** `dependencies` of drafts up to draft-07: combines `dependentRequired` and `dependentSchemas`. */
const dependencies: Keyword = (keywordValue, compiling) => {
  const members = withMembers(keywordValue);
  const part = (isNames: boolean) =>
    Object.fromEntries(members.filter(([, value]) => Array.isArray(value) === isNames));
  const rules = [dependentRequired(part(true), compiling), dependentSchemas(part(false), compiling)];
  return (subject, findings) => {
    for (const rule of rules) rule?.(subject, findings);
  };
};

/** Keywords that check the same value against other schemas, in every dialect that has them. */
export const APPLICATORS = {
  $ref: (keywordValue, { resources, resource, checkIn }) => {
    if (typeof keywordValue !== 'string') return null;
    const { schema, resource: owner } = resolve(resources, keywordValue, resource);
    const check = checkIn(schema, owner);
    return following(() => check);
  },
  $dynamicRef: dynamicRef,
  $recursiveRef: (_given, { resource, checkIn }) =>
    following((scope) => {
      const target = isRecursive(resource)
        ? outermost(scope, (each) => (isRecursive(each) ? { schema: each.root, resource: each } : null))
        : null;
      return checkIn(target?.schema ?? resource.root, target?.resource ?? resource);
    }),
  allOf: (keywordValue, { check }) => {
    const checks = checksOf(keywordValue, check);
    return (subject, findings) => {
      for (const each of checks) merge(findings, apply(each, subject));
    };
  },
  anyOf,
  oneOf,
  not: (keywordValue, { check }) => {
    const refused = check(keywordValue);
    return (subject, findings) => {
      if (apply(refused, subject).issues.length === 0) refuse(subject, findings, 'must NOT be valid');
    };
  },
  if: conditional,
  dependentSchemas,
  dependentRequired,
  dependencies,
} as const satisfies Readonly<Record<string, Keyword>>;
