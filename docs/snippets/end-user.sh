graphql() {
  curl -s "$TOOLYARD_URL/graphql" -H "Authorization: Bearer $TOOLYARD_API_KEY" -H 'Content-Type: application/json' -d "$1"
}

# calls of this server use the credentials of the person they are for
graphql '{"query": "mutation ($input: UpdateServerCredentialModeInput!) { updateServerCredentialMode(input: $input) { __typename } }",
  "variables": {"input": {"stackId": "'"$TOOLYARD_STACK"'", "serverId": "demo", "credentialMode": "USER"}}}'

# those of ann
graphql '{"query": "mutation ($input: SetCredentialsInput!) { setCredentials(input: $input) { __typename } }",
  "variables": {"input": {"stackId": "'"$TOOLYARD_STACK"'", "serverId": "demo", "endUser": "ann", "credentialValues": [{"fieldId": "demo_key", "value": "key-of-ann"}]}}}'

# a call for ann; without the header, or for anybody else, the server's credentials are missing
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" -H 'X-End-User: ann' \
  -H 'Content-Type: application/json' -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'
