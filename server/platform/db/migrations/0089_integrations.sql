-- old writers: unsafe
CREATE TABLE "migration_files" (
	"migration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"head" jsonb,
	CONSTRAINT "migration_files_migration_id_kind_pk" PRIMARY KEY("migration_id","kind"),
	CONSTRAINT "migration_files_kind" CHECK ("migration_files"."kind" in ('customers', 'products', 'batches', 'price_lists', 'inventory', 'orders', 'opening_balances')),
	CONSTRAINT "migration_files_format" CHECK ("migration_files"."format" in ('csv', 'json'))
);
--> statement-breakpoint
CREATE TABLE "migration_items" (
	"entity_id" uuid NOT NULL,
	"system" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"object_id" uuid,
	"name" text,
	"imported" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stock_set_at" timestamp (3) with time zone,
	"deleted_here_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "migration_items_entity_id_system_kind_source_id_pk" PRIMARY KEY("entity_id","system","kind","source_id"),
	CONSTRAINT "migration_items_system" CHECK ("migration_items"."system" in ('leaflink', 'distru', 'apex', 'quickbooks')),
	CONSTRAINT "migration_items_kind" CHECK ("migration_items"."kind" in ('customers', 'products', 'batches', 'price_lists', 'inventory', 'orders', 'opening_balances'))
);
--> statement-breakpoint
CREATE TABLE "migration_rows" (
	"migration_id" uuid NOT NULL,
	"list" text NOT NULL,
	"source_id" text NOT NULL,
	"position" integer NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "migration_rows_migration_id_list_source_id_pk" PRIMARY KEY("migration_id","list","source_id")
);
--> statement-breakpoint
CREATE TABLE "migrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"system" text NOT NULL,
	"source" text NOT NULL,
	"connection_id" uuid,
	"status" text DEFAULT 'draft' NOT NULL,
	"kinds" text[] NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"location_map" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"category_map" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lists" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"found" jsonb,
	"missing" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"rechecked" integer DEFAULT -1 NOT NULL,
	"error" jsonb,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"actor_key_id" uuid,
	"applier_id" uuid,
	"applier_key_id" uuid,
	"request_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "migrations_system" CHECK ("migrations"."system" in ('leaflink', 'distru', 'apex', 'quickbooks')),
	CONSTRAINT "migrations_source" CHECK ("migrations"."source" in ('api', 'files')),
	CONSTRAINT "migrations_status" CHECK ("migrations"."status" in ('draft', 'reading', 'ready', 'applying', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "integration_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid,
	"system" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"credentials" text,
	"auth" text DEFAULT 'none' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"cursors" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_ok_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"credentials_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integration_connections_system" CHECK ("integration_connections"."system" in ('metrc', 'leaflink', 'distru')),
	CONSTRAINT "integration_connections_auth" CHECK ("integration_connections"."auth" in ('none', 'bearer', 'basic')),
	CONSTRAINT "integration_connections_status" CHECK ("integration_connections"."status" in ('active', 'failing', 'off'))
);
--> statement-breakpoint
ALTER TABLE "external_ids" DROP CONSTRAINT "external_ids_type";--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "import_lines" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "import_lines" ADD COLUMN "not_carried" jsonb;--> statement-breakpoint
ALTER TABLE "import_lines" ADD COLUMN "imported" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "migration_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "migration_files" ADD CONSTRAINT "migration_files_migration_id_migrations_id_fk" FOREIGN KEY ("migration_id") REFERENCES "public"."migrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_items" ADD CONSTRAINT "migration_items_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_rows" ADD CONSTRAINT "migration_rows_migration_id_migrations_id_fk" FOREIGN KEY ("migration_id") REFERENCES "public"."migrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migrations" ADD CONSTRAINT "migrations_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migrations" ADD CONSTRAINT "migrations_connection_id_integration_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."integration_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_connections" ADD CONSTRAINT "integration_connections_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_connections" ADD CONSTRAINT "integration_connections_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "migration_items_of_object" ON "migration_items" USING btree ("entity_id","kind","object_id");--> statement-breakpoint
CREATE INDEX "migration_rows_in_order" ON "migration_rows" USING btree ("migration_id","list","position","source_id");--> statement-breakpoint
CREATE INDEX "migrations_of_entity" ON "migrations" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "migrations_one_at_work" ON "migrations" USING btree ("entity_id") WHERE "migrations"."status" in ('reading', 'applying');--> statement-breakpoint
CREATE INDEX "migrations_lease" ON "migrations" USING btree ("lease_until") WHERE "migrations"."status" in ('reading', 'applying');--> statement-breakpoint
CREATE INDEX "migrations_ended" ON "migrations" USING btree ("finished_at") WHERE "migrations"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "integration_connections_of_entity" ON "integration_connections" USING btree ("entity_id","created_at","id");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_migration_id_migrations_id_fk" FOREIGN KEY ("migration_id") REFERENCES "public"."migrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_lines_by_external_id" ON "import_lines" USING btree ("import_id","external_id") WHERE "import_lines"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_of_migration" ON "imports" USING btree ("migration_id","kind") WHERE "imports"."migration_id" is not null;--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_type" CHECK ("external_ids"."object_type" in ('customer', 'order', 'product', 'variant', 'location', 'invoice', 'payment', 'goods_receipt', 'batch', 'lot', 'price_list'));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_source" CHECK ("imports"."source" in ('api', 'files'));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products', 'customers', 'opening_balances', 'goods_receipts', 'levels_wanted', 'batches', 'price_lists', 'orders'));--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_request_received', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'integration_failing', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'menu', 'new_device', 'security_change'));--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_request_received', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'integration_failing', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'menu', 'new_device', 'security_change'));