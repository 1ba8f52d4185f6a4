CREATE TABLE "pos_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"external_id" text,
	"sku" text,
	"variant_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_mappings_key" CHECK (num_nonnulls("pos_mappings"."external_id", "pos_mappings"."sku") = 1)
);
--> statement-breakpoint
CREATE TABLE "pos_unmatched" (
	"connection_id" uuid NOT NULL,
	"key" text NOT NULL,
	"external_id" text,
	"sku" text,
	"name" text,
	"quantity" double precision NOT NULL,
	"run_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_unmatched_connection_id_key_pk" PRIMARY KEY("connection_id","key")
);
--> statement-breakpoint
ALTER TABLE "pos_connections" DROP CONSTRAINT "pos_connections_provider";--> statement-breakpoint
ALTER TABLE "pos_listings" DROP CONSTRAINT "pos_listings_connection_id_pos_connections_id_fk";
--> statement-breakpoint
ALTER TABLE "sync_runs" DROP CONSTRAINT "sync_runs_connection_id_pos_connections_id_fk";
--> statement-breakpoint
ALTER TABLE "sync_runs" ALTER COLUMN "connection_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_connections" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "pos_connections" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_connections" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "unmatched" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "unmatched_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "since" text;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "pages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "restarts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_mappings" ADD CONSTRAINT "pos_mappings_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_mappings" ADD CONSTRAINT "pos_mappings_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_unmatched" ADD CONSTRAINT "pos_unmatched_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pos_mappings_external_id" ON "pos_mappings" USING btree ("connection_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pos_mappings_sku" ON "pos_mappings" USING btree ("connection_id","sku");--> statement-breakpoint
CREATE INDEX "pos_unmatched_newest" ON "pos_unmatched" USING btree ("connection_id","seen_at" DESC NULLS LAST,"key");--> statement-breakpoint
ALTER TABLE "pos_listings" ADD CONSTRAINT "pos_listings_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sync_runs_of_connection" ON "sync_runs" USING btree ("connection_id","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "pos_connections" ADD CONSTRAINT "pos_connections_provider" CHECK ("pos_connections"."provider" in ('simulator', 'http', 'square'));