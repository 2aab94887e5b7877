import { isRecord } from './json.ts';

/** Prisma's code for a violated unique constraint. */
const UNIQUE_VIOLATION = 'P2002';

/** True if a write failed because another row has the same unique columns. */
export const isUniqueViolation = (error: unknown): boolean => isRecord(error) && error['code'] === UNIQUE_VIOLATION;

/** Prisma's code for a row whose parent does not exist. */
const ORPHAN = 'P2003';

/** The result of a write, or the error `gone()` if its parent row was deleted in the meantime. @throws `gone()` */
export async function mapForeignKeyError<T>(work: Promise<T>, gone: () => Error): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isRecord(error) && error['code'] === ORPHAN ? gone() : error;
  }
}
