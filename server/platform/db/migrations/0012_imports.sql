CREATE TABLE "import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"applied" boolean DEFAULT false NOT NULL,
	"sku" text,
	"product_name" text,
	"location" text,
	"room_type" text,
	"before" jsonb,
	"after" jsonb,
	"note" text,
	"errors" jsonb NOT NULL,
	"data" jsonb,
	CONSTRAINT "import_lines_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"header_hash" text NOT NULL,
	"mapping" jsonb NOT NULL,
	CONSTRAINT "import_mappings_entity_id_kind_header_hash_pk" PRIMARY KEY("entity_id","kind","header_hash")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"delimiter" integer NOT NULL,
	"columns" jsonb NOT NULL,
	"header_hash" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"location_id" uuid,
	"room_type" text DEFAULT 'vault' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"error" jsonb,
	"location_ids" uuid[] DEFAULT '{}' NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"applier_id" uuid,
	"request_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products')),
	CONSTRAINT "imports_status" CHECK ("imports"."status" in ('mapping', 'checking', 'ready', 'applying', 'completed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_lines_by_outcome" ON "import_lines" USING btree ("import_id","outcome","line");--> statement-breakpoint
CREATE INDEX "import_lines_to_apply" ON "import_lines" USING btree ("import_id","line") WHERE not "import_lines"."applied" and "import_lines"."outcome" <> 'error';--> statement-breakpoint
CREATE INDEX "imports_of_entity" ON "imports" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_lease" ON "imports" USING btree ("lease_until") WHERE "imports"."status" in ('checking', 'applying');