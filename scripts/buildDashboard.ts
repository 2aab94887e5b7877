import { existsSync } from 'node:fs';

const CONFIG = 'web/vite.config.ts';

/** What an installation without development dependencies, or a layer of an image without the sources, cannot do. */
async function canBuild(): Promise<boolean> {
  if (!existsSync(CONFIG)) return false;
  return import('vite').then(
    () => true,
    () => false,
  );
}

const isOptional = process.argv.includes('--if-possible');
if (!isOptional || (await canBuild())) {
  const { build } = await import('vite');
  await build({ configFile: CONFIG, logLevel: 'warn' });
}
