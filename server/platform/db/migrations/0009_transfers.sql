CREATE TABLE "inventory_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"notes" text,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "inventory_items_by_name";--> statement-breakpoint
DROP INDEX "inventory_items_by_location";--> statement-breakpoint
ALTER TABLE "inventory_transfers" ADD CONSTRAINT "inventory_transfers_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_transfers_newest" ON "inventory_transfers" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_deleted" ON "products" USING btree ("id","deleted_at") WHERE "products"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "inventory_items_by_name" ON "inventory_items" USING btree ("entity_id","product_name","id","created_at","location_id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_location" ON "inventory_items" USING btree ("entity_id","location_id","product_name","id","created_at");