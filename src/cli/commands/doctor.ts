import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { command } from '../command.ts';
import type { Finding } from '../doctor/check.ts';
import { checkConfiguration } from '../doctor/configuration.ts';
import type { ExtraChecks } from '../doctor/database.ts';
import type { Environment } from '../env.ts';
import { usageError } from '../exit.ts';
import { columns } from '../output.ts';

const PROFILE_MS = 10_000;

type DoctorOptions = ExtraChecks & { readonly egress: string | undefined; readonly serverUrl: string };

async function runChecks(
  environment: Environment,
  { egress, serverUrl, ...also }: DoctorOptions,
): Promise<readonly Finding[]> {
  const { config, findings } = checkConfiguration(environment);
  if (config === null) return findings;
  const { checkDirectory } = await import('../doctor/directory.ts');
  const { checkDatabase } = await import('../doctor/database.ts');
  const { checkCallCopies } = await import('../doctor/callCopies.ts');
  const { checkEmbeddings } = await import('../doctor/embeddings.ts');
  const { checkFiles } = await import('../doctor/files.ts');
  const {
    checkEgress,
    checkRedis,
    checkSandbox,
    checkRunningServer: checkServer,
  } = await import('../doctor/surroundings.ts');
  const groups = await Promise.all([
    checkDirectory(config.dataDir),
    checkDatabase(config, also),
    checkRedis(config),
    checkCallCopies(config),
    checkEmbeddings(config),
    checkFiles(config),
    checkSandbox(config),
    checkEgress(config, egress),
    checkServer(serverUrl),
  ]);
  return [...findings, ...groups.flat()];
}

/** Creates the file first, so that the name of an existing file is refused before the checks, which take minutes. */
async function examineInto(
  path: string,
  environment: Environment,
  { isProfiled, ...options }: DoctorOptions & { readonly isProfiled: boolean },
) {
  const { inNewFile, writeBundle } = await import('../doctor/bundle.ts');
  return inNewFile(path, async (file) => {
    const findings = await runChecks(environment, options);
    const { config } = checkConfiguration(environment);
    const profileMs = isProfiled ? PROFILE_MS : null;
    const { serverUrl } = options;
    const bytes = await writeBundle(file, { environment, config, findings, serverUrl, profileMs });
    return { findings, bundle: { path, kib: Math.ceil(bytes / 1_024) } };
  });
}

export const doctor = command({
  description: 'Check configuration, database, keys and environment, and suggest fixes; changes nothing',
  examples: [
    'toolyard doctor',
    'toolyard doctor --json',
    'toolyard doctor --egress https://api.github.com',
    'toolyard doctor --support toolyard-support.json --profile',
  ],
  args: {
    egress: { type: 'string', valueHint: 'URL', description: 'Also connect to this URL the way tools do' },
    tables: { type: 'boolean', description: 'Also check every table and index for damage (amcheck); may take minutes' },
    upstreams: { type: 'boolean', description: 'Also connect to the host of every server in a stack' },
    support: {
      type: 'string',
      valueHint: 'FILE',
      description: 'Also write a support bundle without secrets to a new file (JSON)',
    },
    profile: { type: 'boolean', description: 'With --support: also profile the running server for ten seconds' },
    url: { type: 'string', description: 'URL of the server (default: TOOLYARD_URL, or the local server)' },
  },
  async run(args, { environment }) {
    if (args.profile && args.support === undefined) throw usageError('--profile needs --support FILE');
    const serverUrl = withoutTrailingSlashes(args.url ?? environment.url ?? environment.listenUrl);
    const options = {
      egress: args.egress,
      tables: args.tables ?? false,
      upstreams: args.upstreams ?? false,
      serverUrl,
    };
    const { findings, bundle } =
      args.support === undefined
        ? { findings: await runChecks(environment, options), bundle: null }
        : await examineInto(args.support, environment, { ...options, isProfiled: args.profile ?? false });
    const worst = findings.find((finding) => finding.state === 'fail');
    const rows = columns(findings.map(({ state, check, message }) => [state, check, message]));
    return {
      json: {
        ok: worst === undefined,
        checks: findings.map((finding) => ({
          check: finding.check,
          state: finding.state,
          message: finding.message,
          // The name of `message` in 0.1.0.
          says: finding.message,
          todo: 'todo' in finding ? finding.todo : null,
        })),
        ...(bundle && { bundle: bundle.path }),
      },
      text: [
        findings
          .flatMap((finding, at) => [rows[at] ?? '', ...('todo' in finding ? [`      → ${finding.todo}`] : [])])
          .join('\n'),
        ...(bundle ? [`Wrote ${bundle.path} (${bundle.kib} KiB). Read it before you send it.`] : []),
      ].join('\n'),
      ...(worst && { failure: worst.code }),
    };
  },
});
