-- old writers: unsafe
CREATE TABLE "stock_count_entries" (
	"count_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"counted" integer,
	"added" integer,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_count_entries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "stock_count_entries_count_id_entry_id_pk" PRIMARY KEY("count_id","entry_id"),
	CONSTRAINT "stock_count_entries_units" CHECK (num_nonnulls("stock_count_entries"."counted", "stock_count_entries"."added") <= 1)
);
--> statement-breakpoint
ALTER TABLE "stock_count_entries" ADD CONSTRAINT "stock_count_entries_count_id_stock_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."stock_counts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_count_entries" ADD CONSTRAINT "stock_count_entries_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_count_entries_of_item" ON "stock_count_entries" USING btree ("item_id","count_id","counted_at","position");--> statement-breakpoint
-- Lines of open counts were counted without entries: each gets the one that it would be made of.
INSERT INTO "stock_count_entries" ("count_id", "entry_id", "item_id", "counted", "actor_id", "actor_name", "counted_at")
  SELECT l.count_id, gen_random_uuid(), l.item_id, l.counted, l.actor_id, l.actor_name, l.counted_at
  FROM "stock_count_lines" l JOIN "stock_counts" c ON c.id = l.count_id
  WHERE c.status IN ('counting', 'review');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lots_by_tag" ON "lots" USING btree ("package_tag") WHERE "lots"."package_tag" is not null;