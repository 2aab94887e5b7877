import { graphql } from '../../generated/gql/gql.ts';

export const WebhookFragment = graphql(`
  fragment CliWebhook on Webhook {
    id
    name
    url
    hasInput
    events
    failingSince
    disabledAt
    problem
    createdAt
  }
`);

export const ListWebhooksDocument = graphql(`
  query CliWebhooks {
    webhooks {
      ...CliWebhook
    }
  }
`);

export const ListDeliveriesDocument = graphql(`
  query CliWebhookDeliveries {
    webhooks {
      id
      deliveries {
        messageId
        type
        attempts
        status
        error
        deliveredAt
        nextAt
        createdAt
      }
    }
  }
`);

export const CreateWebhookDocument = graphql(`
  mutation CliCreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      ...CliFailure
      ... on CreateWebhookPayload {
        secret
        webhook {
          ...CliWebhook
        }
      }
    }
  }
`);

export const TestWebhookDocument = graphql(`
  mutation CliTestWebhook($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      ...CliFailure
      ... on TestWebhookPayload {
        delivery {
          messageId
        }
      }
    }
  }
`);

export const UpdateWebhookDocument = graphql(`
  mutation CliUpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      ...CliFailure
      ... on UpdateWebhookPayload {
        webhook {
          ...CliWebhook
        }
      }
    }
  }
`);

export const DeleteWebhookDocument = graphql(`
  mutation CliDeleteWebhook($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      ...CliFailure
      ... on DeleteWebhookPayload {
        webhookId
      }
    }
  }
`);
