import { TOOL_FORMATS } from '../src/formats/formats.ts';
import { GITHUB, importDocument, OAS_EXAMPLES } from '../test/corpus/corpus.ts';
import { type Proof, proveFormat, stackOfTools } from '../test/formats/proof/prove.ts';

/*
 * Imports every operation of GitHub's API and the OpenAPI examples, and lists them in every format. Checks each tool
 * against the provider's rules (test/formats/rules). Exits with 1 if a tool fails.
 */

const REASONS_SHOWN = 6;
const INVALID_SHOWN = 20;

const documents = [GITHUB, ...OAS_EXAMPLES].map((document) => ({ ...document, ...importDocument(document) }));
const snapshot = stackOfTools(documents.flatMap(({ tools }) => tools));
const empty = documents.filter(({ tools }) => tools.length === 0);
console.log(
  `${documents.length} documents, ${snapshot.tools.size} tools; ${empty.length} documents describe no operation that can be called\n`,
);

const COLUMNS = ['format', 'tools in', 'listed', 'unchanged', 'repaired', 'left out', 'strict', 'samples', 'invalid'];
console.log(`| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`);

const proofs = TOOL_FORMATS.map((format): [string, Proof] => {
  const proof = proveFormat(snapshot, format);
  const { tools, listed, unchanged, repaired, leftOut, strict, samples, invalid } = proof;
  const row = [format, tools, listed, unchanged, repaired, leftOut, strict, samples, invalid.length];
  console.log(`| ${row.join(' | ')} |`);
  return [format, proof];
});

for (const [format, { reasons, invalid }] of proofs) {
  const most = [...reasons].sort(([, one], [, other]) => other - one).slice(0, REASONS_SHOWN);
  for (const [reason, count] of most) console.log(`${format}: ${count} × ${reason}`);
  for (const problem of invalid.slice(0, INVALID_SHOWN)) console.log(`${format}: INVALID ${problem.slice(0, 300)}`);
}
if (proofs.some(([, { invalid }]) => invalid.length > 0)) process.exitCode = 1;
