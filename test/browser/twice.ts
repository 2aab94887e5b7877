import { afterEach } from 'vitest';
import { ON_PURPOSE } from '../harness/triedAgain.ts';

/**
 * Has every test tried a second time after it has done all of its work: `npm run test:twice`. One that needs what its
 * first try used up, or meets what that left behind, is red then: nothing would have saved it on a busy machine.
 */
if (process.env['TOOLYARD_TEST_TWICE'] === '1')
  afterEach(({ task }) => {
    if (task.result?.retryCount === 0) throw new Error(ON_PURPOSE);
  });
