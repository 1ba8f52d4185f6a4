-- old writers: safe
CREATE INDEX CONCURRENTLY "claims_of_seller_by_status" ON "claims" USING btree ("seller_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_variants_search" ON "product_variants" USING gin (search_fold("sku") gin_trgm_ops,search_fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_search" ON "products" USING gin (search_fold("name") gin_trgm_ops,search_fold("brand") gin_trgm_ops);--> statement-breakpoint
-- Plans of searches go by what is known of the indexes' columns. Of empty tables nothing is: they are about to grow.
DO $$ BEGIN
  IF EXISTS (SELECT FROM products) THEN
    ANALYZE product_variants;
    ANALYZE products;
  END IF;
END $$;--> statement-breakpoint
DROP INDEX CONCURRENTLY "product_variants_sku_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "products_name_search";
