# an endpoint whose calls are rehearsals, with its first token
made=$(curl -s "$TOOLYARD_URL/graphql" -H "Authorization: Bearer $TOOLYARD_API_KEY" -H 'Content-Type: application/json' -d "{
  \"query\": \"mutation (\$input: CreateClientEndpointInput!) { createClientEndpoint(input: \$input) { ... on CreateClientEndpointPayload { token endpoint { url } } } }\",
  \"variables\": { \"input\": { \"stackId\": \"$TOOLYARD_STACK\", \"name\": \"rehearsal\", \"isRehearsal\": true } }
}")
url=$(echo "$made" | sed 's/.*"url":"\([^"]*\)".*/\1/')
token=$(echo "$made" | sed 's/.*"token":"\([^"]*\)".*/\1/')

# a call, answered without the service
curl -s -i -X POST "$url/call_tool" -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'

# the same call, as if the service limited its rate
curl -s -i -X POST "$url/call_tool" -H "Authorization: Bearer $token" -H 'Toolyard-Rehearse: rate_limited' \
  -H 'Content-Type: application/json' -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'
