graphql() {
  curl -s "$TOOLYARD_URL/graphql" -H "Authorization: Bearer $TOOLYARD_API_KEY" \
    -H 'Content-Type: application/json' -d "$1"
}
call() {
  curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
    -H 'Content-Type: application/json' -d "$1"
}

# label the results of a server
graphql '{
  "query": "mutation ($input: UpdateResultLabelInput!) { updateResultLabel(input: $input) { __typename } }",
  "variables": { "input": { "serverId": "demo", "label": "confidential" } }
}'

# no tool of this stack gets a labelled result
graphql '{
  "query": "mutation ($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { __typename } }",
  "variables": { "input": { "name": "confidential", "effect": "DENY", "stackId": "'"$TOOLYARD_STACK"'",
    "condition": "result.label == \"confidential\"" } }
}'

# a stored result, and a call that passes its first text on
TEXT=$(printf '%0500d' 0)
PART=$(call '{"tool_name":"demo_echo","tool_input":{"message":"'"$TEXT"'"},"max_bytes":256}')
HANDLE=$(echo "$PART" | sed 's/.*"handle":"\([^"]*\)".*/\1/')
call '{"tool_name":"demo_echo","tool_input":{"message":{"$result":"'"$HANDLE"'","at":"/content/0/text"}}}'
