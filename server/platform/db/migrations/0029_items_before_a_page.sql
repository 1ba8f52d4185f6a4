DROP INDEX "inventory_items_by_name";--> statement-breakpoint
DROP INDEX "inventory_items_by_location";--> statement-breakpoint
CREATE INDEX "inventory_items_by_name" ON "inventory_items" USING btree ("entity_id","product_name" collate names,"id","created_at","location_id","quantity","variant_id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_location" ON "inventory_items" USING btree ("entity_id","location_id","product_name" collate names,"id","created_at","quantity","variant_id");