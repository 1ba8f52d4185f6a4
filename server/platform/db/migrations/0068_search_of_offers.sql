-- old writers: safe
DROP INDEX "product_variants_sku_search";--> statement-breakpoint
DROP INDEX "products_name_search";--> statement-breakpoint
CREATE INDEX "claims_of_seller_by_status" ON "claims" USING btree ("seller_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "product_variants_search" ON "product_variants" USING gin (search_fold("sku") gin_trgm_ops,search_fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (search_fold("name") gin_trgm_ops,search_fold("brand") gin_trgm_ops);