CREATE TABLE "pos_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cursor" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_connections_location" UNIQUE("location_id"),
	CONSTRAINT "pos_connections_provider" CHECK ("pos_connections"."provider" in ('simulator'))
);
--> statement-breakpoint
CREATE TABLE "pos_listings" (
	"connection_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pos_listings_connection_id_item_id_pk" PRIMARY KEY("connection_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"sync_type" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"request_id" text NOT NULL,
	"stage" text DEFAULT 'list' NOT NULL,
	"page_token" text,
	"next_cursor" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "sync_runs_type" CHECK ("sync_runs"."sync_type" in ('full', 'incremental')),
	CONSTRAINT "sync_runs_status" CHECK ("sync_runs"."status" in ('queued', 'running', 'completed', 'failed')),
	CONSTRAINT "sync_runs_stage" CHECK ("sync_runs"."stage" in ('list', 'zero'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inventory_items" ADD COLUMN "closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_connections" ADD CONSTRAINT "pos_connections_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_listings" ADD CONSTRAINT "pos_listings_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_listings" ADD CONSTRAINT "pos_listings_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_active" ON "sync_runs" USING btree ("location_id") WHERE "sync_runs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "sync_runs_newest" ON "sync_runs" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "sync_runs_lease" ON "sync_runs" USING btree ("lease_until") WHERE "sync_runs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "api_requests_of_entity" ON "api_requests" USING btree ("entity_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "api_requests_age" ON "api_requests" USING btree ("created_at");