#!/usr/bin/env node
// The `toolyard` command: the code of the package or, in a checkout linked with `npm link`, the source.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Toolyard needs Node 22.18 or newer. This is Node ${process.versions.node}.\n`);
  process.exit(1);
}
const source = new URL('../src/cli/main.ts', import.meta.url);
await import(existsSync(source) ? source.href : '../lib/cli/main.js');
