-- old writers: unsafe
CREATE TABLE "schema_generation" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"generation" integer NOT NULL,
	"writer" integer,
	CONSTRAINT "schema_generation_one" CHECK ("schema_generation"."one"),
	CONSTRAINT "schema_fence" CHECK ("schema_generation"."writer" is null)
);
--> statement-breakpoint
INSERT INTO "schema_generation" ("generation") VALUES (1);
--> statement-breakpoint
-- Processes of releases before the fence don't see it: all of them stop first.
DO $$
DECLARE
  connected int;
BEGIN
  SELECT count(*) INTO connected FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
    AND (a.application_name = 'tallyleaf' OR a.application_name IS NULL AND a.usename ~ '^tallyleaf_[0-9a-f]{8}$');
  IF connected > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'TLY01', MESSAGE = connected || ' connections of an older version';
  END IF;
END $$;
