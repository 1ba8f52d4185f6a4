CREATE INDEX "stock_levels_search" ON "stock_levels" USING gin (search_fold("product_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_levels_sku_search" ON "stock_levels" USING gin (search_fold("sku") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_of_parties" ON "orders" USING btree ("wholesaler_id","retailer_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("entity_id","name" collate names,"id") WHERE "products"."deleted_at" is null;