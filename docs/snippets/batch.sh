# up to 50 calls at once, over the account API; each has a result or a status of its own, in the order asked
curl -s -X POST "$TOOLYARD_URL/v1/stacks/$TOOLYARD_STACK/tools/invoke_batch" -H "Authorization: Bearer $TOOLYARD_API_KEY" \
  -H 'Content-Type: application/json' -d '{"calls":[
    {"tool_id":"demo_echo","tool_input":{"message":"one"}},
    {"tool_id":"demo_echo","tool_input":{"message":"two"},"select":"content[0].text","idempotency_key":"two-of-today"},
    {"tool_id":"demo_absent","tool_input":{}}
  ]}'
