ALTER TABLE "order_items" ADD COLUMN "retailer_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "order_items" x SET "retailer_id" = o."retailer_id" FROM "orders" o WHERE o."id" = x."order_id";--> statement-breakpoint
ALTER TABLE "order_items" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "retailer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "driver" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vehicle" jsonb;--> statement-breakpoint
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "orders" o SET
  "driver" = (SELECT jsonb_build_object('id', d."id", 'name', d."name", 'license_number', d."license_number")
    FROM "drivers" d WHERE d."id" = o."driver_id"),
  "vehicle" = (SELECT jsonb_build_object('id', v."id", 'make', v."make", 'model', v."model", 'plate', v."plate")
    FROM "vehicles" v WHERE v."id" = o."vehicle_id")
WHERE o."driver_id" IS NOT NULL OR o."vehicle_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "order_items_bought" ON "order_items" USING btree ("retailer_id","variant_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_party" ON "orders" USING btree ("wholesaler_id","retailer_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_party" ON "orders" USING btree ("retailer_id","wholesaler_id","created_at" DESC NULLS LAST,"id");
