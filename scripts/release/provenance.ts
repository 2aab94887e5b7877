import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Artifact = { readonly name: string; readonly digest: { readonly sha256: string } };

const artifact = (folder: string, name: string): Artifact => ({
  name,
  digest: {
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  },
});

export const artifactsIn = (folder: string): readonly Artifact[] =>
  readdirSync(folder)
    .sort()
    .map((name) => artifact(folder, name));

/** The files that pin the packages of a build. */
const LOCKS = [
  'package-lock.json',
  'scripts/package-lock.json',
  'web/package-lock.json',
  'clients/typescript/package-lock.json',
];

/** How the artifacts were made: an in-toto statement with SLSA provenance 1.0. It has no signature. */
export function provenanceOf(subject: readonly Artifact[], startedAt: Date): object {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:toolyard:npm-run-release',
        externalParameters: { command: 'npm run release', commit },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          ...LOCKS.map((path) => artifact('.', path)),
        ],
      },
      runDetails: {
        builder: { id: 'urn:toolyard:maintainer' },
        metadata: { startedOn: startedAt.toISOString(), finishedOn: new Date().toISOString() },
      },
    },
  };
}
