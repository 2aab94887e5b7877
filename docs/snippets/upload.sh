# a document that is longer than a request: say how long, send it a mebibyte at a time, then name it by its id
auth="Authorization: Bearer $TOOLYARD_API_KEY"; bytes=$(wc -c < api.json | tr -d ' ')
id=$(curl -sf -X POST "$TOOLYARD_URL/graphql/uploads?bytes=$bytes" -H "$auth" | sed 's/^{"id":"\([^"]*\)".*/\1/')
at=0
while [ "$at" -lt "$bytes" ]; do
  tail -c "+$((at + 1))" api.json | head -c 1048576 | curl -sf -X PUT "$TOOLYARD_URL/graphql/uploads/$id/$at" \
    -H "$auth" -H 'Content-Type: application/octet-stream' --data-binary @-
  at=$((at + 1048576))
done
curl -s "$TOOLYARD_URL/graphql" -H "$auth" -H 'Content-Type: application/json' -d '{
  "query": "mutation ($id: ID!) { previewServer(input: { id: \"shop\", source: { openApi: { upload: $id } } }) { ... on PreviewServerPayload { server { id toolCount } } ... on UserError { message } } }",
  "variables": { "id": "'"$id"'" }
}'
