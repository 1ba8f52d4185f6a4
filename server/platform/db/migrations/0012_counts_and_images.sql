CREATE TABLE "stock_count_lines" (
	"count_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"counted" integer NOT NULL,
	"expected" integer NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_count_lines_count_id_item_id_pk" PRIMARY KEY("count_id","item_id"),
	CONSTRAINT "stock_count_lines_counted" CHECK ("stock_count_lines"."counted" between 0 and 2000000000)
);
--> statement-breakpoint
CREATE TABLE "stock_counts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"room_type" text NOT NULL,
	"status" text DEFAULT 'counting' NOT NULL,
	"blind" boolean NOT NULL,
	"assignee_id" uuid,
	"assignee_name" text,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "stock_counts_status" CHECK ("stock_counts"."status" in ('counting', 'review', 'applied', 'cancelled')),
	CONSTRAINT "stock_counts_room" CHECK ("stock_counts"."room_type" in ('sales_floor', 'vault', 'quarantine', 'secret_menu'))
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"size" integer NOT NULL,
	"thumb_key" text NOT NULL,
	"thumb_size" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock_count_lines" ADD CONSTRAINT "stock_count_lines_count_id_stock_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."stock_counts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_count_lines" ADD CONSTRAINT "stock_count_lines_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_entity_id_product_id_products_entity_id_id_fk" FOREIGN KEY ("entity_id","product_id") REFERENCES "public"."products"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_count_lines_of_item" ON "stock_count_lines" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "stock_counts_of_entity" ON "stock_counts" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_counts_open" ON "stock_counts" USING btree ("entity_id") WHERE "stock_counts"."status" in ('counting', 'review');--> statement-breakpoint
CREATE INDEX "product_images_of_product" ON "product_images" USING btree ("product_id");