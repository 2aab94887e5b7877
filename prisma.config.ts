/** For Prisma's command line, which wants a default export. */
export default { schema: 'prisma/schema.prisma' };
