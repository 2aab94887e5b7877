import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { scalarText } from '../../core/lib/scalarText.ts';

type Node = Readonly<Record<string, unknown>>;

/** How to write a list without an OpenAPI 3 style, by its location. */
type ListStyle = {
  readonly path: string;
  readonly method: string;
  readonly name: string;
  readonly place: string;
  /** Absent if OpenAPI 3 has no style for it. */
  readonly style?: string;
  /** The styles of nested lists, from the outermost inwards. */
  readonly itemStyles?: readonly string[];
};

/** The key in a converted document for the styles of nested lists, which OpenAPI 3 lacks. */
export const ITEM_STYLES = 'x-toolyard-item-styles';
const NESTING_MAX = 8;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

const STYLES: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

const listIn = (node: Node, key: string): readonly unknown[] => {
  const value = node[key];
  return Array.isArray(value) ? value : [];
};

function parametersIn(document: Node, node: Node): Node[] {
  return listIn(node, 'parameters').flatMap((node) => {
    const ref = isRecord(node) ? node['$ref'] : undefined;
    const path = typeof ref === 'string' ? pathOfRef(ref) : null;
    const parameter = path === null ? node : valueAtPath(document, path);
    if (!isRecord(parameter)) return [];
    // A list without a format is joined with commas (OpenAPI 2.0, parameter object).
    return [parameter['type'] === 'array' ? { collectionFormat: 'csv', ...parameter } : parameter];
  });
}

/** Default media types of a form, if the document declares no form media type. */
function formTypes(document: Node, operation: Node, form: readonly Node[]): { consumes?: readonly string[] } {
  const declared = listIn(operation['consumes'] === undefined ? document : operation, 'consumes');
  if (form.length === 0 || declared.some((type) => /form/.test(scalarText(type)))) return {};
  return { consumes: [form.some(({ type }) => type === 'file') ? MULTIPART : FORM] };
}

const key = ({ in: place, name }: Node): string => `${scalarText(place)} ${scalarText(name)}`;

const stylesOf = (path: string, method: string, parameters: readonly Node[]): ListStyle[] =>
  parameters.flatMap(({ name, in: place, collectionFormat, items }) => {
    const style = STYLES[scalarText(collectionFormat)];
    const itemStyles = itemStylesOf(items);
    const own = { ...(style !== undefined && { style }), ...(itemStyles.length > 0 && { itemStyles }) };
    return Object.keys(own).length === 0
      ? []
      : [{ path, method, name: scalarText(name), place: scalarText(place), ...own }];
  });

/** The styles of nested lists: commas by default (OpenAPI 2.0, items object). */
function itemStylesOf(node: unknown): readonly string[] {
  const styles: string[] = [];
  for (let items = node; isRecord(items) && items['type'] === 'array'; items = items['items']) {
    if (styles.length < NESTING_MAX) styles.push(STYLES[scalarText(items['collectionFormat'])] ?? 'form');
  }
  return styles;
}

const styledAs = ({ style, itemStyles }: ListStyle): Node => ({
  ...(style !== undefined && { style, explode: false }),
  ...(itemStyles && { [ITEM_STYLES]: itemStyles }),
});

/**
 * Preserves details of an OpenAPI 2.0 document that its conversion loses. Form parameters move into their operations,
 * lists get a format, and forms get a media type. `styles` are list styles that no conversion supports; `withStyles`
 * adds them.
 */
export function prepareSwagger(document: Record<string, unknown>): {
  readonly prepared: Record<string, unknown>;
  readonly styles: readonly ListStyle[];
} {
  const styles: ListStyle[] = [];
  const paths = isRecord(document['paths']) ? document['paths'] : {};
  const prepared = Object.entries(paths).map(([path, item]) => [path, isRecord(item) ? preparePath(path, item) : item]);
  return { prepared: { ...document, paths: Object.fromEntries(prepared) }, styles };

  function preparePath(path: string, item: Node): Node {
    const { parameters: _shared, ...rest } = item;
    const shared = parametersIn(document, item);
    const members = Object.entries(rest).map(([method, operation]) => [
      method,
      METHODS.includes(method) && isRecord(operation) ? prepareOperation(path, method, operation, shared) : operation,
    ]);
    return Object.fromEntries(members);
  }

  function prepareOperation(path: string, method: string, operation: Node, shared: readonly Node[]): Node {
    const own = parametersIn(document, operation);
    const known = new Set(own.map(key));
    const parameters = [...own, ...shared.filter((parameter) => !known.has(key(parameter)))];
    styles.push(...stylesOf(path, method, parameters));
    return {
      ...operation,
      ...formTypes(
        document,
        operation,
        parameters.filter(({ in: place }) => place === 'formData'),
      ),
      parameters,
    };
  }
}

/** Adds list styles to a converted document. Mutates the document. */
export function withStyles(document: unknown, styles: readonly ListStyle[]): unknown {
  for (const list of styles) {
    const { path, method, name, place } = list;
    const operation = valueAtPath(document, ['paths', path, method]);
    if (!isRecord(operation)) continue;
    if (place === 'formData') {
      styleForm(operation, list);
      continue;
    }
    const parameter = listIn(operation, 'parameters').find(
      (each) => isRecord(each) && each['name'] === name && each['in'] === place,
    );
    if (isRecord(parameter)) Object.assign(parameter, styledAs(list));
  }
  return document;
}

function styleForm(operation: Node, list: ListStyle): void {
  const { name } = list;
  const content = valueAtPath(operation, ['requestBody', 'content']);
  for (const media of isRecord(content) ? Object.values(content) : []) {
    if (!isRecord(media)) continue;
    const encoding = isRecord(media['encoding']) ? media['encoding'] : {};
    const own = isRecord(encoding[name]) ? encoding[name] : {};
    media['encoding'] = { ...encoding, [name]: { ...own, ...styledAs(list) } };
  }
}
