-- old writers: safe
CREATE INDEX "product_variants_by_weight" ON "product_variants" USING btree ("id") WHERE "product_variants"."step" is not null;--> statement-breakpoint
-- No statement calls it: it was planned for each variant.
DROP FUNCTION price_ladder(uuid, bigint, uuid, integer, uuid[]);
