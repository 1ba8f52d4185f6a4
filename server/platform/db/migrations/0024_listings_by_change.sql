-- old writers: safe
CREATE INDEX "listings_by_change" ON "listings" USING btree ("seller_id","updated_at");