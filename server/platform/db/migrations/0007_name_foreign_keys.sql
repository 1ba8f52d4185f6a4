-- old writers: safe
-- PostgreSQL had cut these names at 63 bytes, so that each error and each migration had to spell them cut.
ALTER TABLE "member_locations" RENAME CONSTRAINT "member_locations_entity_id_location_id_locations_entity_id_id_f" TO "member_locations_location";
--> statement-breakpoint
ALTER TABLE "inventory_items" RENAME CONSTRAINT "inventory_items_product_id_variant_id_product_variants_product_" TO "inventory_items_variant_of_product";
--> statement-breakpoint
ALTER TABLE "inventory_lots" RENAME CONSTRAINT "inventory_lots_entity_id_inventory_item_id_inventory_items_enti" TO "inventory_lots_item";
--> statement-breakpoint
ALTER TABLE "inventory_movements" RENAME CONSTRAINT "inventory_movements_entity_id_item_id_inventory_items_entity_id" TO "inventory_movements_item";
--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_retailer_id_receiving_location_id_locations_entity_id_id" TO "orders_receiving_location";
