/** One command of a lane. */
export type Step = {
  readonly label: string;
  readonly run: string;
  /** The paths that can change its result; without them, the step runs for every change. */
  readonly affectedBy?: RegExp;
};

/** Paths that every test of the running service depends on. */
const SERVICE = /^(src|catalogue|prisma|test\/harness)\/|^package|^vitest|^scripts\/ci\//;
const or = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));
const WEB = or(SERVICE, /^web\/|^test\/browser\//);

const step = (label: string, run: string, affectedBy?: RegExp): Step => ({
  label,
  run,
  ...(affectedBy && { affectedBy }),
});

/** Every change runs these, after `npm ci` and `npm test` of `.ci/run`. */
const change: readonly Step[] = [
  step('a second clone needs nothing from this machine', 'bash scripts/ci/fresh.sh'),
  step('Debian packages', 'bash scripts/ci/debian.sh change'),
  step('lint', 'npm run lint'),
  step('plain English', 'npm run lint:english'),
  step('commit subjects', 'npm run lint:commits'),
  step('shape of the schema', 'npm run lint:schema'),
  step('regular expressions', 'npm run lint:regex'),
  step('types', 'npm run typecheck'),
  step('generated files are up to date', 'npm run check:generated'),
  step('much data, many changes, several instances', 'npm run test:volumes', or(SERVICE, /^(test|web)\//)),
  step('every role, field, surface and program', 'npm run test:surfaces', or(SERVICE, /^(test|web)\//)),
  step('attacks and starts that take seconds', 'npm run test:quick', or(SERVICE, /^test\//)),
  step(
    'the package, installed in an empty folder',
    'npm run test:package',
    or(WEB, /^(docs|deploy|scripts|clients)\//),
  ),
  step('dashboard: first start, import, playground, sign-in, approval', 'npm run test:smoke', WEB),
];

/** Run these on the commit that resolves an issue. */
const full: readonly Step[] = [
  step('Debian packages', 'bash scripts/ci/debian.sh'),
  step('large tables, of which npm test takes some rows', 'npm run test:tables', or(SERVICE, /^(test|web)\//)),
  step('alerts, Dockerfile, Compose file and chart', 'npm run check:deploy', or(SERVICE, /^deploy\/|^Dockerfile/)),
  step('the package, built again from the image context', 'npm run test:package -- --image', or(WEB, /^scripts\//)),
  step('CPU grows no faster than inputs', 'npm run test:growth', SERVICE),
  step('every operation of openapi.json, judged by its schemas', 'npm run trust -- fuzz', SERVICE),
  step('hostile upstreams and clients', 'npm run test:attacks', or(SERVICE, /^test\//)),
  step('starts, ends and kills; backups and migrations', 'npm run test:starts', or(SERVICE, /^test\//)),
  step('several instances with faults', 'npm run test:partitions', or(SERVICE, /^test\//)),
  step('two clients with the same ids', 'npm run test:isolation', or(SERVICE, /^test\/isolation\//)),
  step('published API descriptions', 'npm run test:corpus', or(SERVICE, /^test\/corpus\//)),
  step('clients, bridges and snippets', 'npm run test:clients', or(SERVICE, /^(test\/clients|docs)\//)),
  step('MCP programs of eleven vendors', 'npm run test:programs', or(SERVICE, /^test\/programs\//)),
  step('generated clients', 'npm run test:generated', or(SERVICE, /^test\/generated\/|^openapi/)),
  step('our TypeScript and Python clients', 'npm run test:sdks', or(SERVICE, /^(test\/sdks|clients)\//)),
  step('files in an S3 bucket', 'npm run test:storage', or(SERVICE, /^test\/(storage|core\/files)\//)),
  step('Apollo, urql and Relay', 'npm run test:caches', or(SERVICE, /^(test\/caches|docs)\//)),
  step('the dashboard in a browser', 'npm run test:browser', WEB),
  step('formats of every operation', 'npm run proof:formats', SERVICE),
  step('the catalogue equals its sources', 'npm run catalogue -- --check', or(SERVICE, /^scripts\/catalogue\//)),
  step('requests compared with other clients', 'npm run proof:requests', SERVICE),
  step('the JSON Schema test suite, where it is here', 'bash scripts/ci/schemaSuite.sh', SERVICE),
  step('the MCP conformance suite', 'npm run test:conformance', SERVICE),
  step('data for upgrades', 'npm run release:data -- --into "$(mktemp -d)"', SERVICE),
  step('no credential is seen again', 'npm run test:canary', SERVICE),
  step('attacks on accounts, with fewer inputs', 'npm run trust -- --short', SERVICE),
  step('kills while writing, a few rounds', 'npm run test:crash -- 20', SERVICE),
  step('three instances, restarted and killed', 'npm run chaos -- --short', SERVICE),
];

/** Run the steps that an issue touches. */
const deep: readonly Step[] = [
  step('mutation', 'npm run test:mutation'),
  step('planted faults', 'npm run test:planted'),
  step('neighbours', 'npm run test:neighbours'),
  step('attacks on accounts', 'npm run trust'),
  step('kills while writing', 'npm run test:crash'),
  step('approvals of killed instances', 'npm run test:pauses'),
  step('three instances', 'npm run chaos'),
  step('drills: fail-over, lost key, restore, major upgrade, full disk', 'npm run drills'),
  step('the dashboard with late answers', 'npm run test:late'),
  step('documents', 'npm run test:documents'),
  step('chains of tokens', 'npm run test:chains'),
  step('benchmarks', 'npm run bench'),
  step('benchmarks of scale', 'npm run bench:scale'),
  step('benchmarks of size', 'npm run bench:size'),
  step('benchmarks of imports', 'npm run bench:imports'),
  step('benchmarks of search', 'npm run bench:search'),
  step('benchmarks of code mode', 'npm run bench:code'),
];

export const LANES: Readonly<Record<string, readonly Step[]>> = { change, full, deep };
