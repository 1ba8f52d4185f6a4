CREATE FUNCTION batch_runs(typed text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(r[1] ORDER BY n), '{}') FROM regexp_matches(
    lower(upper(normalize(typed, NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu") COLLATE "und-x-icu", '([[:alnum:]]+)', 'g') WITH ORDINALITY AS m (r, n)
$$;
--> statement-breakpoint
-- As numberKey and looseKey in server/kernel/batch-number.ts.
CREATE FUNCTION batch_number_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(
    CASE WHEN r ~ ('^[[:digit:]]' COLLATE "und-x-icu") AND before ~ ('[[:digit:]]$' COLLATE "und-x-icu") THEN '-' ELSE '' END || r, '' ORDER BY n), '')
  FROM (SELECT r, n, lag(r) OVER (ORDER BY n) AS before FROM unnest(batch_runs(typed)) WITH ORDINALITY AS u (r, n)) x
$$;
--> statement-breakpoint
CREATE FUNCTION batch_loose_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_string(batch_runs(typed), '')
$$;
--> statement-breakpoint
ALTER TABLE "batches" DROP CONSTRAINT "batches_number";--> statement-breakpoint
DROP INDEX "batches_adopted_number";--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "number_key" text GENERATED ALWAYS AS (batch_number_key(batch_id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "loose_key" text GENERATED ALWAYS AS (batch_loose_key(batch_id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "duplicate_of" uuid;--> statement-breakpoint
-- Spellings of one number from before they counted as one stay apart: their dates, results, certificates or lots may differ.
UPDATE "batches" b SET "duplicate_of" = f.first FROM (
    SELECT id, first_value(id) OVER w AS first FROM "batches"
    WINDOW w AS (PARTITION BY product_id, entity_id, number_key ORDER BY adopted DESC, created_at, id)
  ) f WHERE f.id = b.id AND f.first <> b.id;
--> statement-breakpoint
UPDATE "batches" b SET "duplicate_of" = f.first FROM (
    SELECT id, first_value(id) OVER w AS first FROM "batches" WHERE adopted AND duplicate_of IS NULL
    WINDOW w AS (PARTITION BY product_id, number_key ORDER BY created_at, id)
  ) f WHERE f.id = b.id AND f.first <> b.id;
--> statement-breakpoint
CREATE UNIQUE INDEX "batches_number" ON "batches" USING btree ("product_id","entity_id","number_key") WHERE "batches"."duplicate_of" is null;--> statement-breakpoint
CREATE INDEX "batches_by_number" ON "batches" USING btree ("product_id","number_key");--> statement-breakpoint
CREATE INDEX "batches_by_loose_number" ON "batches" USING btree ("product_id","loose_key");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_adopted_number" ON "batches" USING btree ("product_id","number_key") WHERE "batches"."adopted" and "batches"."duplicate_of" is null;