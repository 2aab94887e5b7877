-- No release has skills. For a skill of a version between releases, keep its name and the first line of its description.
ALTER TABLE "skill" ADD COLUMN "front_matter" JSON;
UPDATE "skill" SET "front_matter" = json_build_object(
    'name', "name",
    'description', coalesce(substring("content" from '\ndescription:[ ]*([^\n]+)'), "name"));
ALTER TABLE "skill" ALTER COLUMN "front_matter" SET NOT NULL;
