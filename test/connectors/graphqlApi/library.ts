import { createServer } from 'node:http';
import { GraphQLError } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { listenOnLoopback } from '../../harness/listen.ts';

export const KEY = 'sesame-library-1';

export const LIBRARY = /* GraphQL */ `
  scalar Upload
  scalar DateTime
  scalar Money

  "A printed work."
  type Book {
    "The title."
    title: String!
    id: ID!
    isbn: String @deprecated(reason: "Use id.")
    author: Author!
    similar(to: ID!): [Book!]!
    reviews(first: Int): ReviewConnection!
    shelf: String
  }
  type Author {
    id: ID!
    name: String!
    books: [Book!]!
  }
  type Review {
    id: ID!
    stars: Int!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type ReviewEdge {
    node: Review!
  }
  type ReviewConnection {
    edges: [ReviewEdge!]!
    pageInfo: PageInfo!
  }
  type BookConnection {
    totalCount: Int!
    nodes: [Book!]!
    pageInfo: PageInfo!
  }
  union Found = Book | Author

  enum Order {
    TITLE
    ADDED
  }
  input Condition {
    title: String
    not: Condition
    anyOf: [Condition!]
    addedAfter: DateTime
  }
  input NewBook {
    title: String!
    price: Money
    copies: Int! = 1
    cover: Upload
  }
  type Query {
    book(id: ID!): Book
    books(first: Int, after: String, where: Condition, order: Order! = TITLE): BookConnection!
    search(text: String!): [Found!]!
    count: Int!
    refused: Int!
    odd: String @deprecated(reason: "Use count.")
  }
  type Mutation {
    "Adds a book."
    addBook(book: NewBook!): Book!
    deleteBook(id: ID!): Boolean!
    putFiles(id: ID!, file: Upload!, more: [Upload!]): String!
    book(id: ID!): Boolean
  }
  type Subscription {
    bookAdded: Book!
  }
`;

const author = { id: 'a1', name: 'Ann' };
const book = { id: 'b1', title: 'One', author, shelf: 'top' };
const page = { hasNextPage: true, endCursor: 'c1' };

const describe = async (file: File | null | undefined): Promise<string> =>
  file ? `${file.name} ${file.type} ${await file.text()}` : 'none';

const resolvers = {
  Book: {
    shelf: ({ id }: { id: string }) => {
      if (id === 'b2') throw new GraphQLError('The shelf is being moved');
      return 'top';
    },
    reviews: () => ({ edges: [{ node: { id: 'r1', stars: 5 } }], pageInfo: page }),
  },
  Author: { books: () => [book] },
  Found: { __resolveType: (each: object) => ('title' in each ? 'Book' : 'Author') },
  Query: {
    book: (_: unknown, { id }: { id: string }) => {
      if (id === 'gone') throw new GraphQLError('There is no book gone', { extensions: { code: 'NOT_FOUND' } });
      return { ...book, id };
    },
    books: (_: unknown, { first, order }: { first?: number; order: string }) => ({
      totalCount: 2,
      nodes: [{ ...book, title: order }].slice(0, first ?? 1),
      pageInfo: page,
    }),
    search: () => [book, author],
    count: () => 2,
    refused: () => {
      throw new GraphQLError(`Counting is closed for ${KEY}`);
    },
  },
  Mutation: {
    addBook: async (_: unknown, { book: newBook }: { book: { title: string; copies: number; cover?: File } }) => ({
      ...book,
      title: `${newBook.title} ${newBook.copies} ${await describe(newBook.cover)}`,
    }),
    deleteBook: () => true,
    putFiles: async (_: unknown, { file, more = [] }: { file: File; more?: File[] }) =>
      (await Promise.all([file, ...more].map(describe))).join(', '),
  },
};

/** A GraphQL API that requires a key, also for introspection. */
export async function startLibrary() {
  const received: string[] = [];
  const yoga = createYoga({
    schema: createSchema({ typeDefs: LIBRARY, resolvers }),
    logging: false,
    maskedErrors: false,
  });
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"A key is needed"}');
      return;
    }
    received.push(String(request.headers['content-type']).split(';')[0] ?? '');
    yoga(request, response);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
