import { RE2JS } from 're2js';

/** Compiled pattern of a schema: tests whether a text contains a match. */
type PatternTest = (text: string) => boolean;

/**
 * True for a pattern that every validator can compile (ECMA-262 with the `u` flag). Imported schemas may contain only
 * such patterns.
 */
export const isPatternUsable = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
};

/**
 * Long names of general categories, for which RE2 only has short names (ECMA-262, table of General_Category values).
 */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Letter: 'L',
    Cased_Letter: 'LC',
    Uppercase_Letter: 'Lu',
    Lowercase_Letter: 'Ll',
    Titlecase_Letter: 'Lt',
    Modifier_Letter: 'Lm',
    Other_Letter: 'Lo',
    Mark: 'M',
    Nonspacing_Mark: 'Mn',
    Spacing_Mark: 'Mc',
    Enclosing_Mark: 'Me',
    Number: 'N',
    Decimal_Number: 'Nd',
    digit: 'Nd',
    Letter_Number: 'Nl',
    Other_Number: 'No',
    Symbol: 'S',
    Math_Symbol: 'Sm',
    Currency_Symbol: 'Sc',
    Modifier_Symbol: 'Sk',
    Other_Symbol: 'So',
    Punctuation: 'P',
    punct: 'P',
    Connector_Punctuation: 'Pc',
    Dash_Punctuation: 'Pd',
    Open_Punctuation: 'Ps',
    Close_Punctuation: 'Pe',
    Initial_Punctuation: 'Pi',
    Final_Punctuation: 'Pf',
    Other_Punctuation: 'Po',
    Separator: 'Z',
    Space_Separator: 'Zs',
    Line_Separator: 'Zl',
    Paragraph_Separator: 'Zp',
    Other: 'C',
    Control: 'Cc',
    cntrl: 'Cc',
    Format: 'Cf',
    Surrogate: 'Cs',
    Private_Use: 'Co',
  }),
);

// Matches an escaped backslash first, so that `\\p{Letter}` stays unchanged.
const PROPERTY = /\\\\|\\([pP])\{(?:(?:General_Category|gc|Script|sc)=)?([A-Za-z_]+)\}/g;

const withShortCategories = (pattern: string): string =>
  pattern.replace(PROPERTY, (whole, kind: string | undefined, name: string) =>
    kind === undefined ? whole : `\\${kind}{${CATEGORIES.get(name) ?? name}}`,
  );

/**
 * Compiles a pattern that runs in linear time. Look-around and back references need a backtracking engine, which could
 * take exponential time. So a pattern with them matches everything, and only the upstream checks it. Tested by
 * `test/core/schemas/validate.test.ts`.
 * @throws SyntaxError for a pattern that no engine supports
 */
export const compilePattern = (pattern: string): PatternTest => {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(withShortCategories(pattern)));
    return (text) => compiled.matcher(text).find();
  } catch {
    // Throws if the pattern is invalid. The expression is never run.
    new RegExp(pattern, 'u');
    return () => true;
  }
};
