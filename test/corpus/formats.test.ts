import { describe, expect, it } from 'vitest';
import { TOOL_FORMATS } from '../../src/formats/formats.ts';
import { proveFormat, stackOfTools } from '../formats/proof/prove.ts';
import { GITHUB, importDocument, OAS_EXAMPLES } from './corpus.ts';

// `npm run proof:formats` tests everything; this test takes every document, and every seventh tool of a large one.
const SMALL_TOOLS_MAX = 20;
const EACH = 7;

const sample = [GITHUB, ...OAS_EXAMPLES]
  .map((document) => importDocument(document).tools)
  .flatMap((tools) => tools.filter((_tool, index) => tools.length <= SMALL_TOOLS_MAX || index % EACH === 0));

describe('a list of real operations', () => {
  const snapshot = stackOfTools(sample);

  it('is long, and has a unique name for every tool', () => {
    expect(sample.length).toBeGreaterThan(500);
    expect(snapshot.tools.size).toBe(sample.length);
  });

  it.each(TOOL_FORMATS)(
    'follows every rule of %s, and accepts what the tools accept',
    (format) => {
      const proof = proveFormat(snapshot, format);
      expect(proof.invalid).toEqual([]);
      expect(proof.listed + proof.leftOut).toBe(sample.length);
      expect(proof.samples).toBeGreaterThan(sample.length);
      expect(proof.leftOut).toBe(0);
    },
    60_000,
  );
});
