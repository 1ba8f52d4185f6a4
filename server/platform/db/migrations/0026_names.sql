CREATE COLLATION "names" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);--> statement-breakpoint
CREATE FUNCTION "search_fold"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "default"
  ELSE normalize(replace(replace(replace(translate(regexp_replace(
    normalize(lower(normalize(value, NFKC) COLLATE "und-x-icu") COLLATE "default", NFKD),
    '[\u0300-\u036f]', '', 'g'), 'øłđıðς', 'oldidσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFC) END
$$;--> statement-breakpoint
CREATE FUNCTION "search_pattern"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(value), '([\\%_])', '\\\1', 'g') || '%'
$$;--> statement-breakpoint
DROP INDEX "inventory_items_by_name";--> statement-breakpoint
DROP INDEX "inventory_items_by_room";--> statement-breakpoint
DROP INDEX "inventory_items_by_location";--> statement-breakpoint
DROP INDEX "inventory_items_search";--> statement-breakpoint
DROP INDEX "inventory_items_sku_search";--> statement-breakpoint
DROP INDEX "products_name_search";--> statement-breakpoint
DROP INDEX "entities_directory";--> statement-breakpoint
CREATE INDEX "inventory_items_by_name" ON "inventory_items" USING btree ("entity_id","product_name" collate names,"id","created_at","location_id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_room" ON "inventory_items" USING btree ("entity_id","room_type","product_name" collate names,"id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_location" ON "inventory_items" USING btree ("entity_id","location_id","product_name" collate names,"id","created_at");--> statement-breakpoint
CREATE INDEX "inventory_items_search" ON "inventory_items" USING gin (search_fold("product_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "inventory_items_sku_search" ON "inventory_items" USING gin (search_fold("sku") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_name_search" ON "products" USING gin (search_fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entities_directory" ON "entities" USING btree ("type","name" collate names,"id");--> statement-breakpoint
CREATE INDEX "entities_search" ON "entities" USING gin (search_fold("name") gin_trgm_ops);
