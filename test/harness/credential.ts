/**
 * The credential that tests store and upstreams of tests accept. It occurs nowhere else: after the run the database's
 * files are searched for it, and a run that left it there in plain text fails.
 */
export const CREDENTIAL = 'cnry-7Qm2vZt9LxWs4KdRb8Hy';
