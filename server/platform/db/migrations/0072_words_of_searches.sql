-- old writers: safe
-- As `search_fold`, without apostrophes, hyphens and spaces. It calls none of ours: an index is built without our schema in the search path.
CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT translate(CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "default"
  ELSE normalize(replace(replace(replace(translate(regexp_replace(
    normalize(lower(normalize(value, NFKC) COLLATE "und-x-icu") COLLATE "default", NFKD),
    '[\u0300-\u036f]', '', 'g'), 'øłđıðς', 'oldidσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFC) END, '''’‘ʼ-‐‑– ', '')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_word(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT '%' || regexp_replace(search_key(value), '([\\%_])', '\\\1', 'g') || '%'
$$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_notes_number_words" ON "credit_notes" USING gin (search_key("number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_number_words" ON "invoices" USING gin (search_key("number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_words" ON "payments" USING gin (search_key("reference") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_words" ON "accounts" USING gin (search_key(("name" || chr(10) || coalesce("nickname", '') || chr(10) || "license_number")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "entities_words" ON "entities" USING gin (search_key("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "batches_words" ON "batches" USING gin (search_key("batch_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_words" ON "orders" USING gin (search_key("order_number") gin_trgm_ops,search_key("po_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "listings_words" ON "listings" USING gin (search_key("sku") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_variants_words" ON "product_variants" USING gin (search_key(("sku" || chr(10) || "name")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_words" ON "products" USING gin (search_key(("name" || chr(10) || coalesce("brand", '') || chr(10) || "category" || chr(10) || replace(coalesce("subcategory", ''), '_', ' '))) gin_trgm_ops);--> statement-breakpoint
-- Plans of searches go by what is known of the indexes' columns. Of empty tables nothing is: they are about to grow.
DO $$ BEGIN
  IF EXISTS (SELECT FROM products) THEN
    ANALYZE product_variants;
    ANALYZE products;
    ANALYZE listings;
    ANALYZE batches;
    ANALYZE accounts;
    ANALYZE entities;
  END IF;
END $$;--> statement-breakpoint
DROP INDEX CONCURRENTLY "credit_notes_number_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "invoices_number_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "payments_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "accounts_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "entities_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "stock_levels_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "stock_levels_sku_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "product_variants_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "products_search";
