CREATE TABLE "pos_packages" (
	"connection_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"package" text NOT NULL,
	"quantity" integer,
	"unit_cost_cents" bigint,
	"run_id" uuid NOT NULL,
	CONSTRAINT "pos_packages_connection_id_item_id_package_pk" PRIMARY KEY("connection_id","item_id","package"),
	CONSTRAINT "pos_packages_quantity" CHECK ("pos_packages"."quantity" between 0 and 2000000000),
	CONSTRAINT "pos_packages_cost" CHECK ("pos_packages"."unit_cost_cents" between 0 and 999999999)
);
--> statement-breakpoint
ALTER TABLE "pos_packages" ADD CONSTRAINT "pos_packages_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_packages" ADD CONSTRAINT "pos_packages_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" DROP CONSTRAINT "sync_runs_stage";--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_stage" CHECK ("sync_runs"."stage" in ('list', 'count', 'zero'));--> statement-breakpoint
-- No counts of packages are known yet: the next sync of each connection takes everything.
UPDATE "pos_connections" SET "cursor" = NULL, "remapped_at" = clock_timestamp();
