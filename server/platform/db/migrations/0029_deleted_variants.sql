DROP INDEX "products_deleted";
--> statement-breakpoint
CREATE INDEX "product_variants_deleted" ON "product_variants" USING btree ("id","deleted_at") WHERE "product_variants"."deleted_at" is not null;
