import { isRecord } from '../../../api/isRecord.ts';

type Schema = Readonly<Record<string, unknown>>;

export const UNTITLED = 'Other';
/** Number of required members or values in an alternative's name. */
const NAMED_MAX = 3;
const CHARS_MAX = 40;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Boolean',
  object: 'Object',
  array: 'List',
  null: 'Null',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  date: 'Date',
  'date-time': 'Date and time',
  time: 'Time',
  duration: 'Duration',
  email: 'Email address',
  uri: 'URL',
  url: 'URL',
  uuid: 'UUID',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  byte: 'File',
  binary: 'File',
};

const valueText = (value: unknown): string => {
  const text = value === null ? TYPE_NAMES['null'] : typeof value === 'string' ? value : JSON.stringify(value);
  return (text ?? UNTITLED).slice(0, CHARS_MAX) || 'Empty text';
};

/** Constants that identify an object, such as `card` for a fixed `type`. */
export function constantsOf({ properties }: Schema): string | null {
  const constants = Object.values(isRecord(properties) ? properties : {}).flatMap((property): string[] => {
    if (!isRecord(property)) return [];
    const values: readonly unknown[] = Array.isArray(property['enum']) ? property['enum'] : [property['const']];
    const [only] = values;
    return values.length === 1 && (typeof only === 'string' || typeof only === 'number') ? [String(only)] : [];
  });
  return constants.length === 0 ? null : constants.join(', ');
}

function valuesOf(option: Schema): string | null {
  if ('const' in option) return valueText(option['const']);
  const values: unknown = option['enum'];
  if (!Array.isArray(values) || values.length === 0) return null;
  return `${values.slice(0, NAMED_MAX).map(valueText).join(', ')}${values.length > NAMED_MAX ? ', …' : ''}`;
}

function listName(items: Schema): string {
  const of = typeof items['title'] === 'string' ? items['title'] : choiceName(items);
  return of === UNTITLED ? 'List' : `List of ${of.charAt(0).toLowerCase()}${of.slice(1)}`;
}

function typeName({ type, format, items }: Schema): string {
  if (type === 'array' && isRecord(items)) return listName(items);
  if (type === 'string' && typeof format === 'string') return FORMAT_NAMES[format] ?? `Text (${format})`;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const names = types.flatMap((name) => (typeof name === 'string' ? [TYPE_NAMES[name] ?? name] : []));
  return names.join(' or ') || UNTITLED;
}

/** Names an untitled alternative by its values, required members, or type and format. */
export function choiceName(option: Schema): string {
  const values = valuesOf(option) ?? constantsOf(option);
  if (values !== null) return values;
  const { required } = option;
  if (Array.isArray(required) && required.length > 0) return `With ${required.slice(0, NAMED_MAX).join(', ')}`;
  return typeName(option);
}

const between = (least: unknown, most: unknown): string | null => {
  const [from, to] = [least, most].map((each) => (typeof each === 'number' ? String(each) : null));
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `at least ${from}` : to ? `at most ${to}` : null;
};

/** A range with its noun, such as “1 item” or “1 to 3 items”. */
const ofMany = (range: string, noun: string): string => `${range} ${noun}${/(^| )1$/.test(range) ? '' : 's'}`;

/** Distinguishes alternatives with the same name by their bounds, pattern or description. */
export function choiceDetail(option: Schema): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = option;
  const length = between(minLength, maxLength);
  const items = between(minItems, maxItems);
  if (length !== null) return ofMany(length, 'character');
  if (items !== null) return ofMany(items, 'item');
  const range = between(minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum);
  if (range !== null) return range;
  const { pattern, description } = option;
  if (typeof pattern === 'string') return `matching ${pattern}`.slice(0, CHARS_MAX);
  if (typeof description !== 'string') return null;
  const [line = ''] = description.trim().split('\n');
  return line === '' ? null : line.length > CHARS_MAX ? `${line.slice(0, CHARS_MAX - 1)}…` : line;
}
