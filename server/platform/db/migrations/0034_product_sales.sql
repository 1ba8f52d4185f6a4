-- old writers: safe
CREATE INDEX CONCURRENTLY "variant_sales_of_variant" ON "variant_sales" USING btree ("seller_id","variant_id","day");
