import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';
import { AppError } from '../../src/core/lib/errors.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { parseDocument } from '../../src/core/marketplace/documentText.ts';
import { type Construct, constructsOf, without } from './constructs.ts';
import { documentsToDeleteFrom } from './corpus.ts';

/*
 * A document is read completely or with warnings: deleting any supported construct changes its tools, their inputs or
 * the warnings. Tests one deletion at a time, in 200 documents.
 */

const DELETED_FROM = documentsToDeleteFrom();
const PER_DOCUMENT = Number(process.env['DELETIONS'] ?? 8);

function resultOf(document: Record<string, unknown>): string {
  try {
    return JSON.stringify(importOpenApi(document, { id: 'x', source: 'https://example.test/openapi' }));
  } catch (error) {
    if (error instanceof AppError) return `refused: ${error.message}`;
    throw error;
  }
}

/** The constructs to delete, spread evenly over the document. */
const spread = (all: readonly Construct[]): Construct[] =>
  all.length <= PER_DOCUMENT
    ? [...all]
    : Array.from({ length: PER_DOCUMENT }, (_, at) => all[Math.floor((at * all.length) / PER_DOCUMENT)]).filter(
        (each) => each !== undefined,
      );

it('nothing is dropped from a document without a change or a warning', () => {
  const silent: string[] = [];
  let tried = 0;
  for (const { id, file } of DELETED_FROM) {
    const document = JSON.parse(JSON.stringify(parseDocument(readFileSync(file, 'utf8'), { merge: true })));
    if (!isRecord(document)) continue;
    const whole = resultOf(document);
    for (const construct of spread(constructsOf(document))) {
      tried += 1;
      const changed = without(construct, () => resultOf(document)) !== whole;
      if (!changed) silent.push(`${construct.kind}: ${id} ${construct.at}`);
    }
    expect(resultOf(document)).toBe(whole);
  }
  process.stdout.write(
    `${tried} constructs deleted from ${DELETED_FROM.length} documents, ${silent.length} silently\n`,
  );
  expect(silent).toEqual([]);
});
