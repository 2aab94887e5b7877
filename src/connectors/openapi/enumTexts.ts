import { isRecord } from '../../core/lib/json.ts';
import { scalarText } from '../../core/lib/scalarText.ts';
import { listAt, nodeAt, type OpenApiNode, textAt } from './document.ts';
import { plainText } from './plainText.ts';

/** Extensions that describe or name the values of an enum, in its order or by value. */
const DESCRIBING = ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-varnames', 'x-enumNames'];

/** The meanings of an enum's values, for which JSON Schema has no keyword; empty if the document gives none. */
export function enumTexts(schema: OpenApiNode): string {
  const values = listAt(schema, 'enum');
  const ofAzure = listAt(nodeAt(schema, 'x-ms-enum'), 'values').filter(isRecord);
  const texts = values.map((member, at) => {
    const value = scalarText(member);
    const described = DESCRIBING.map((key) => schema[key]).map((given) =>
      isRecord(given) ? given[value] : Array.isArray(given) ? given[at] : undefined,
    );
    const text = [...described, textAt(ofAzure.find((each) => each['value'] === member) ?? {}, 'description')]
      .filter((each) => typeof each === 'string')
      .map((each) => plainText(each).trim())
      .find((each) => each !== '' && each !== value);
    return text === undefined ? [] : [`- ${value}: ${text}`];
  });
  return texts.flat().join('\n');
}
