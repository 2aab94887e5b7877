import type { Issue } from '../../lib/errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { toPointer } from '../../lib/jsonPointer.ts';
import type { Dialect } from '../dialect.ts';
import { isSchema, type Resource, type Resources, readResources, resourceOf, type Schema } from './resources.ts';

const ISSUES_MAX = 20;

/** The reasons why a value is invalid, at most twenty; empty if it is valid. */
export type SchemaValidator = (value: unknown) => readonly Issue[];

/** The position of a value in the input, innermost first. */
type Place = { readonly name: string | number; readonly outer: Place } | null;

/** The resources entered on the path to a schema, innermost first (2020-12 Core, section 7.1). */
export type Scope = { readonly resource: Resource; readonly outer: Scope | null };

/** Result of a check: the issues, and the members and items that keywords have evaluated. */
export type Findings = { readonly issues: Issue[]; readonly keys: Set<string>; readonly items: Set<number> };

/** A value, its place, and the path by which the schema was reached. */
export type Subject = { readonly value: unknown; readonly place: Place; readonly scope: Scope };

/** Checks one keyword of a schema at one place, and adds its issues to `findings`. */
export type KeywordRule = (subject: Subject, findings: Findings) => void;

/** Checks a value against a subschema. */
export type Check = (value: unknown, place: Place, scope: Scope) => Findings;

/** Context for compiling a keyword. */
type Compiling = {
  readonly schema: JsonObject;
  readonly resource: Resource;
  readonly resources: Resources;
  check(schema: unknown): Check;
  checkIn(schema: Schema, resource: Resource): Check;
};

/** Builds the rule of a keyword from its value; null for a value without an effect. */
export type Keyword = (keywordValue: unknown, compiling: Compiling) => KeywordRule | null;

/** Keyword compilers by name, in the order of evaluation. */
export type Vocabulary = ReadonlyMap<string, Keyword>;

const newFindings = (): Findings => ({ issues: [], keys: new Set(), items: new Set() });

/** Records a reason why the value is invalid. */
export const refuse = ({ place }: Pick<Subject, 'place'>, findings: Findings, message: string): void => {
  if (findings.issues.length >= ISSUES_MAX) return;
  const names: (string | number)[] = [];
  for (let at = place; at; at = at.outer) names.push(at.name);
  findings.issues.push({ path: toPointer(names.reverse()), message });
};

/** Adds the issues of another value, such as a member. */
export const mergeIssues = (findings: Findings, { issues }: Findings): void => {
  for (const issue of issues) if (findings.issues.length < ISSUES_MAX) findings.issues.push(issue);
};

/** Adds the findings of another check of the same value. */
export const merge = (findings: Findings, other: Findings): void => {
  mergeIssues(findings, other);
  if (other.issues.length > 0) return;
  for (const key of other.keys) findings.keys.add(key);
  for (const item of other.items) findings.items.add(item);
};

const BOOLEAN = {
  true: () => newFindings(),
  false: (_value: unknown, place: Place) => {
    const findings = newFindings();
    refuse({ place }, findings, 'is not allowed here');
    return findings;
  },
} as const satisfies Record<string, Check>;

/**
 * Compiles a schema into closures that follow the specification to the letter. Takes linear time.
 * @throws Error if a reference or pattern cannot be resolved
 */
export function compileExact(document: Schema, dialect: Dialect, vocabulary: Vocabulary): SchemaValidator {
  const resources = readResources(document, dialect);
  const known = new Map<JsonObject, Check>();
  const compile = (schema: JsonObject, resource: Resource): Check => {
    // Register the check before compiling its parts, since they may refer to it.
    const rules: KeywordRule[] = [];
    const check = checkOf(rules, resource);
    known.set(schema, check);
    const compiling = { schema, resource, resources, checkIn, check: partOf(resource) };
    // In drafts, a reference replaces its siblings.
    const isOnlyRef = dialect.startsWith('draft-') && typeof schema['$ref'] === 'string';
    for (const [name, keyword] of vocabulary) {
      if (!Object.hasOwn(schema, name) || (isOnlyRef && name !== '$ref')) continue;
      const rule = keyword(schema[name], compiling);
      if (rule) rules.push(rule);
    }
    return check;
  };
  const checkIn = (schema: Schema, resource: Resource): Check =>
    typeof schema === 'boolean' ? BOOLEAN[`${schema}`] : (known.get(schema) ?? compile(schema, resource));
  const partOf =
    (outer: Resource) =>
    (part: unknown): Check =>
      isSchema(part) ? checkIn(part, resourceOf(resources, part, outer)) : BOOLEAN.true;
  const { schema, resource } = resources.root;
  const check = checkIn(schema, resource);
  return (input) => check(input, null, { resource, outer: null }).issues;
}

const checkOf =
  (rules: readonly KeywordRule[], resource: Resource): Check =>
  (value, place, outer) => {
    const findings = newFindings();
    const scope = outer.resource === resource ? outer : { resource, outer };
    const subject = { value, place, scope };
    for (const rule of rules) rule(subject, findings);
    return findings;
  };
