-- old writers: safe
ALTER TABLE "offer_buyers" DROP CONSTRAINT "offer_buyers_account";
--> statement-breakpoint
ALTER TABLE "offer_buyers" ADD CONSTRAINT "offer_buyers_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "listings_offered" ON "listings" USING btree ("seller_id","variant_id") WHERE "listings"."visibility" = 'offered';--> statement-breakpoint
CREATE INDEX "products_offered" ON "products" USING btree ("entity_id","id") WHERE "products"."visibility" = 'offered';