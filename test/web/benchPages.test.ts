import { expect, it } from 'vitest';
import { dashboardPages } from '../../bench/size/pages.ts';

it('npm run bench:size has a value for each variable of each query of the dashboard', () => {
  const pages = dashboardPages({ stackId: 'stack_1', serverId: 'a', toolId: 'a_find' }, Date.now());
  expect(pages.length).toBeGreaterThan(20);
});
