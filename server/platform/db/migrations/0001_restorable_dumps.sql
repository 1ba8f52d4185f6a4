-- old writers: unsafe
-- What a dump of the schema can be restored from: PostgreSQL restores without a search path, and rejects a condition over
-- whole rows that have generated columns. Those of a batch follow from batch_id.
CREATE OR REPLACE FUNCTION batch_loose_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_string(public.batch_runs(typed), '')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION batch_number_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(
    CASE WHEN r ~ ('^[[:digit:]]' COLLATE "und-x-icu") AND before ~ ('[[:digit:]]$' COLLATE "und-x-icu") THEN '-' ELSE '' END || r, '' ORDER BY n), '')
  FROM (SELECT r, n, lag(r) OVER (ORDER BY n) AS before FROM unnest(public.batch_runs(typed)) WITH ORDINALITY AS u (r, n)) x
$$;
--> statement-breakpoint
DROP TRIGGER batches_updated_at ON batches;
--> statement-breakpoint
CREATE TRIGGER batches_updated_at BEFORE UPDATE ON batches FOR EACH ROW
WHEN ((old.product_id, old.batch_id, old.harvested_on, old.packaged_on, old.expires_on, old.test_status, old.held_at,
  old.hold_reason, old.recall_id, old.entity_id, old.adopted, old.created_at, old.updated_at, old.duplicate_of)
  IS DISTINCT FROM (new.product_id, new.batch_id, new.harvested_on, new.packaged_on, new.expires_on, new.test_status, new.held_at,
  new.hold_reason, new.recall_id, new.entity_id, new.adopted, new.created_at, new.updated_at, new.duplicate_of))
EXECUTE FUNCTION keep_updated_at();
