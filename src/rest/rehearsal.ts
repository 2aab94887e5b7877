/** Requests a failure of a rehearsal. */
export const REHEARSE_HEADER = 'toolyard-rehearse';
/** Says where the answer of a rehearsal comes from. */
export const REHEARSAL_HEADER = 'toolyard-rehearsal';
