-- A part of a change was named `what`. Quotes inside of texts are escaped, so only names match.
UPDATE "kept_definition" SET "changes" = replace("changes"::text, '"what":', '"difference":')::json
WHERE "changes"::text LIKE '%"what":%';
