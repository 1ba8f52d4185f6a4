-- old writers: safe
CREATE INDEX CONCURRENTLY "product_variants_of_entity" ON "product_variants" USING btree ("entity_id","id","product_id","step");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_groups" ON "products" USING btree ("entity_id","id","brand","category");