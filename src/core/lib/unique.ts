import { isRecord } from './json.ts';

/** Prisma's code for a unique constraint that a write would break. */
const UNIQUE_VIOLATION = 'P2002';

/** Whether a write failed because another row has the same unique columns. */
export const isUniqueViolation = (error: unknown): boolean => isRecord(error) && error['code'] === UNIQUE_VIOLATION;

/** Prisma's code for a row whose parent is not there. */
const ORPHAN = 'P2003';

/** The outcome of a write; `gone()` when what it belongs to was deleted since it was found. @throws `gone()` */
export async function unlessGone<T>(work: Promise<T>, gone: () => Error): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isRecord(error) && error['code'] === ORPHAN ? gone() : error;
  }
}
