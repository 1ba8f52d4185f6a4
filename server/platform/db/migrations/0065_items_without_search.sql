-- old writers: safe
CREATE INDEX CONCURRENTLY "product_variants_sku_search" ON "product_variants" USING gin (search_fold("sku") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY "inventory_items_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "inventory_items_sku_search";
