import { graphql } from '../../generated/gql/gql.ts';

export const StackSkillsDocument = graphql(`
  query CliStackSkills($stackId: ID!) {
    stack(id: $stackId) {
      skills {
        name
        description
        uri
        digest
        updatedAt
        content
      }
      servers(first: 100) {
        nodes {
          server {
            slug
          }
          skills {
            name
            description
            uri
          }
        }
      }
    }
  }
`);

export const SetSkillDocument = graphql(`
  mutation CliSetSkill($input: SetSkillInput!) {
    setSkill(input: $input) {
      ...CliFailure
      ... on SetSkillPayload {
        skill {
          name
          description
          uri
          digest
        }
      }
    }
  }
`);

export const DeleteSkillDocument = graphql(`
  mutation CliDeleteSkill($input: DeleteSkillInput!) {
    deleteSkill(input: $input) {
      ...CliFailure
      ... on DeleteSkillPayload {
        stack {
          id
        }
        name
      }
    }
  }
`);
