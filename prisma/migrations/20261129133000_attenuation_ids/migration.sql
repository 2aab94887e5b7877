-- Ids of attenuations began with `narrowing_` in development versions; revoked ones must stay revoked.
UPDATE "stack_token"
SET "revoked_narrowings" = ARRAY(
    SELECT regexp_replace("id", '^narrowing_', 'attenuation_') FROM unnest("revoked_narrowings") WITH ORDINALITY AS each("id", "at") ORDER BY "at"
)
WHERE cardinality("revoked_narrowings") > 0;

UPDATE "narrowed_calls"
SET "id" = regexp_replace("id", '^narrowing_', 'attenuation_'),
    "outermost_id" = regexp_replace("outermost_id", '^narrowing_', 'attenuation_');
