import { isRecord } from './json.ts';

/** Prisma's code for a unique constraint that a write would break. */
const UNIQUE_VIOLATION = 'P2002';

export const isUniqueViolation = (error: unknown): boolean => isRecord(error) && error['code'] === UNIQUE_VIOLATION;
