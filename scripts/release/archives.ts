import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const CHARTS = 'deploy/helm';
const NAME = 'toolyard';

/** Committed folders that the image's build doesn't need. `.dockerignore` lists them too, but not for archives. */
const UNUSED = ['.ci', 'bench', 'clients', 'test'];

/** Packs the committed files that `docker build - < FILE` needs. */
export function packImageContext(version: string, folder: string): void {
  const file = join(folder, `${NAME}-image-${version}.tar.gz`);
  const paths = ['.', ...UNUSED.map((path) => `:(exclude)${path}`)];
  execFileSync('git', ['archive', '--format=tar.gz', `--output=${file}`, 'HEAD', '--', ...paths]);
}

/** Packs the chart like `helm package`, with the same bytes for the same commit. Links become files. */
export function packChart(version: string, folder: string): void {
  const committedAt = execFileSync('git', ['log', '-1', '--format=%cI'], { encoding: 'utf8' }).trim();
  const file = resolve(folder, `${NAME}-chart-${version}.tgz`);
  const same = [
    '--sort=name',
    `--mtime=${committedAt}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=a=rX,u+w',
  ];
  execFileSync('tar', ['-C', CHARTS, '--dereference', ...same, '--use-compress-program=gzip -n', '-cf', file, NAME]);
}
