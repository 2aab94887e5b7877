import { graphql } from '../../generated/gql/gql.ts';

export const UploadFileDocument = graphql(`
  mutation CliCreateFileUpload($input: CreateFileUploadInput!) {
    createFileUpload(input: $input) {
      ...CliFailure
      ... on CreateFileUploadPayload {
        handle
        upload {
          url
        }
      }
    }
  }
`);
