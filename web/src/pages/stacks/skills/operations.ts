import { graphql } from '../../../gql/gql.ts';

export const STACKS_SKILL = graphql(`
  fragment StacksSkill on Skill {
    name
    description
    content
    updatedAt
  }
`);

export const STACKS_SKILLS = graphql(`
  query StacksSkills($stackId: ID!) {
    stack(id: $stackId) {
      skills {
        ...StacksSkill
      }
      servers(first: 100) {
        nodes {
          id
          server {
            slug
            name
          }
          skills {
            uri
            name
            description
          }
        }
      }
    }
  }
`);

export const STACKS_SET_SKILL = graphql(`
  mutation StacksSetSkill($input: SetSkillInput!) {
    setSkill(input: $input) {
      __typename
      ... on SetSkillPayload {
        skill {
          name
        }
      }
      ...StacksFailure
    }
  }
`);

export const STACKS_DELETE_SKILL = graphql(`
  mutation StacksDeleteSkill($input: DeleteSkillInput!) {
    deleteSkill(input: $input) {
      __typename
      ... on DeleteSkillPayload {
        name
      }
      ...StacksFailure
    }
  }
`);
